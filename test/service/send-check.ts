/** A response of the service, with its body read. */
export interface CheckResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: string
  readonly json: CheckResult
}

/** The body of a check's answer. */
export interface CheckResult {
  readonly allowed: boolean
  readonly refusedBy: readonly string[]
  readonly retryAfterMs: number | null
  readonly settleId: string | null
  readonly limits: readonly { readonly limit: number; readonly remaining: number }[]
}

/** Asks a service about a request. */
export async function sendCheck(url: string, check: object): Promise<CheckResponse> {
  const response = await fetch(`${url}/v1/check`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(check),
  })
  const body = await response.text()
  return { status: response.status, headers: response.headers, body, json: JSON.parse(body) as CheckResult }
}
