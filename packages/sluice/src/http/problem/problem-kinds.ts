/** Why a request is refused: the problem types of draft-ietf-httpapi-ratelimit-headers-11, not registered with IANA yet. */
export type ProblemKind = 'quota-exceeded' | 'temporary-reduced-capacity' | 'abnormal-usage-detected'

export interface ProblemType {
  /** 429 for a client over its limits (RFC 6585, section 4), 503 for a server that can do less (RFC 9110, 15.6.4). */
  readonly status: 429 | 503
  readonly type: string
  readonly title: string
}

const REGISTRY = 'https://iana.org/assignments/http-problem-types'

function problemType(kind: ProblemKind, status: 429 | 503, title: string): ProblemType {
  return { status, type: `${REGISTRY}#${kind}`, title }
}

export const problemTypes: Readonly<Record<ProblemKind, ProblemType>> = {
  'quota-exceeded': problemType('quota-exceeded', 429, 'Quota Exceeded'),
  'temporary-reduced-capacity': problemType('temporary-reduced-capacity', 503, 'Temporary Reduced Capacity'),
  'abnormal-usage-detected': problemType('abnormal-usage-detected', 429, 'Abnormal Usage Detected'),
}
