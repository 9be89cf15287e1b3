import type { Request } from './request.ts'
import { isPlainCheck } from './request.ts'
import type { SharedLimit } from './wire/shared-limit.ts'

/** The requests of one call of the script, as its arguments. */
export class Batch {
  readonly #rules = new Map<SharedLimit, number>()
  readonly #requests: string[] = []
  #isPlain = true
  #nowMs: number

  /** `nowMs` is about the time of the server. */
  constructor(nowMs: number) {
    this.#nowMs = nowMs
  }

  add(request: Request): void {
    const { verb, cost, limits, places, more } = request
    this.#isPlain = this.#isPlain && isPlainCheck(request)
    let head = `${verb} ${cost} ${places.length === 1 ? 'one' : 'each'}`
    for (const limit of limits) head += ` ${this.#ruleOf(limit)}`
    this.#requests.push(head)
    for (const { bucket, field } of places) this.#requests.push(bucket, field)
    this.#requests.push(...more)
  }

  /** `timeMs` is the time to decide by, if not that of the server; `caller` and `number` tell calls that are sent twice. */
  args(timeMs: number | undefined, caller: string, number: number): string[] {
    const args = [
      timeMs === undefined ? '' : String(timeMs),
      caller,
      String(number),
      this.#isPlain ? 'checks' : 'any',
      String(this.#rules.size),
    ]
    for (const limit of this.#rules.keys()) args.push(...limit.args(this.#nowMs))
    return args.concat(this.#requests)
  }

  #ruleOf(limit: SharedLimit): number {
    const known = this.#rules.get(limit)
    if (known !== undefined) return known
    this.#rules.set(limit, this.#rules.size + 1)
    return this.#rules.size
  }
}
