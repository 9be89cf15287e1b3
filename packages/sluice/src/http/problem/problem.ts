import { SluiceError } from '../../errors.ts'
import { checkOptions, checkWord, shown } from '../../limits/options.ts'
import type { HeaderPair } from '../header-input.ts'
import type { PolicyDecision } from '../headers/policy-decision.ts'
import { isStringText } from '../structured-fields/write.ts'
import { preferredOf } from './accept.ts'
import { bodyFormats, type BodyFormat, type NamedFormat, type OwnFormat } from './body-formats.ts'
import { problemTypes, type ProblemKind } from './problem-kinds.ts'
import { refusalOf, type Refusal } from './refusal.ts'

export interface ProblemOptions {
  /** Why the request is refused. Default `'quota-exceeded'`. */
  readonly kind?: ProblemKind
  /**
   * The shortest wait to ask for, in milliseconds, where it should be longer than the limits say, or where there are
   * none. `Infinity` for never. Default 0.
   */
  readonly retryAfterMs?: number
  /** What happened and what to do, for people. `false` leaves it out. Default a sentence with the policies' names. */
  readonly detail?: string | false
  /** The form of the body, or several to choose from by `accept`. Default `'problem'`. */
  readonly format?: BodyFormat | readonly BodyFormat[]
  /** The request's `Accept`. Of several forms the first is taken if it names none of them, or is missing. */
  readonly accept?: string | readonly string[] | undefined
}

/** A response that refuses. */
export interface Problem {
  /** 429, or 503 where the server has less capacity than usual. */
  readonly status: 429 | 503
  /**
   * `Content-Type`, `Cache-Control: no-store` (RFC 6585: a 429 must not be stored) and, unless the request can never
   * pass, `Retry-After` in whole seconds. Those of `rateLimitHeaders` go beside them.
   */
  readonly headers: readonly HeaderPair[]
  readonly body: string
  /** What the body says, in parts, for an answer of another form. */
  readonly reason: Refusal
}

/**
 * The response to a request that was refused. Of the decisions those that were not allowed are the reason; without any
 * the request was refused for a reason that is no limit's, such as too much load.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER` for a `retryAfterMs` that is negative or no number
 * @example
 * problem([{ policy, decision: limiter.check('user:81') }]).headers // Retry-After: 5, ...
 */
export function problem(decisions: readonly PolicyDecision[], options: ProblemOptions = {}): Problem {
  checkOptions('problem', options, ['kind', 'retryAfterMs', 'detail', 'format', 'accept'])
  const { format = 'problem', accept } = options
  const refusal = refusalOf(decisions, {
    kind: checkWord('kind', options.kind ?? 'quota-exceeded', Object.keys(problemTypes) as ProblemKind[]),
    retryAfterMs: checkWait(options.retryAfterMs ?? 0),
    detail: options.detail,
  })
  const { contentType, body } = chosen(format, accept)
  const headers: HeaderPair[] = [
    ['Content-Type', contentType],
    ['Cache-Control', 'no-store'],
  ]
  if (refusal.retryAfterSeconds !== undefined) headers.push(['Retry-After', `${refusal.retryAfterSeconds}`])
  return { status: refusal.status, headers, body: body(refusal), reason: refusal }
}

function chosen(
  format: BodyFormat | readonly BodyFormat[],
  accept: string | readonly string[] | undefined,
): OwnFormat {
  const formats = (Array.isArray(format) ? (format as readonly BodyFormat[]) : [format as BodyFormat]).map(
    formatOf,
  )
  const at =
    formats.length > 1
      ? preferredOf(
          accept,
          formats.map(({ contentType }) => contentType),
        )
      : 0
  const found = formats[at]
  if (found !== undefined) return found
  throw new SluiceError('ERR_INVALID_OPTION', 'format must name at least one form.', {
    field: 'format',
    value: format,
  })
}

function formatOf(format: BodyFormat): OwnFormat {
  if (typeof format === 'string') {
    return bodyFormats[checkWord('format', format, Object.keys(bodyFormats) as NamedFormat[])]
  }
  if (
    typeof format?.body === 'function' &&
    typeof format.contentType === 'string' &&
    isStringText(format.contentType)
  ) {
    return format
  }
  throw new SluiceError(
    'ERR_INVALID_OPTION',
    `format must be "problem", "error", "text", or an object with a contentType of printable ASCII and a body; found ${shown(format)}.`,
    { field: 'format', value: format },
  )
}

function checkWait(value: unknown): number {
  if (typeof value === 'number' && value >= 0) return value
  throw new SluiceError(
    'ERR_INVALID_NUMBER',
    `retryAfterMs must be a number of at least 0; found ${shown(value)}.`,
    {
      field: 'retryAfterMs',
      value,
    },
  )
}
