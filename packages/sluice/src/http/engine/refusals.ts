import { headerValues } from '../header-input.ts'
import { problem, type Problem, type ProblemOptions } from '../problem/problem.ts'
import type { Charge } from './charge.ts'
import { recordedDecisions } from './request-record.ts'
import type { RequestReader } from './request-reader.ts'

/** Makes the responses of one engine to requests that do not pass. */
export class Refusals<R> {
  readonly #reader: RequestReader<R>
  readonly #options: Pick<ProblemOptions, 'format' | 'detail'>

  constructor(reader: RequestReader<R>, options: Pick<ProblemOptions, 'format' | 'detail'>) {
    this.#reader = reader
    this.#options = options
  }

  /** A client is over its limit, unless all that refused did so for want of their stores. */
  overLimit(request: R, identity: object, refusing: readonly Charge<R>[]): Problem {
    const wantStore = refusing.every(({ decision }) => decision?.fallback === 'deny' && !decision.never)
    return problem(recordedDecisions(identity, undefined), {
      ...this.#options,
      kind: wantStore ? 'temporary-reduced-capacity' : 'quota-exceeded',
      accept: this.#accept(request),
    })
  }

  /** The server can do no more at the moment, whoever asks. */
  unavailable(request: R, retryAfterMs: number): Problem {
    const kind = 'temporary-reduced-capacity'
    return problem([], { ...this.#options, kind, retryAfterMs, accept: this.#accept(request) })
  }

  #accept(request: R): readonly string[] {
    return headerValues(this.#reader.headers(request), 'accept')
  }
}
