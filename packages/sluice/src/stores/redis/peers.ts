import type { RedisScripting } from './clients/redis-scripting.ts'
import { peersScript } from './script/script.generated.ts'
import { runScript } from './script/script-runner.ts'

/** How often a process says that it is there, and for how long that holds. */
const BEAT_EVERY_MS = 5000
const WORD_HOLDS_MS = 15_000

/**
 * How many processes share a store. There is no timer: a process says that it is there when it sends something, so one
 * that is idle for a while does not count, as it takes no share either.
 */
export class Peers {
  readonly #redis: RedisScripting
  readonly #key: string
  readonly #process: string = randomName()
  #beatAtMs = -Infinity
  #count: number | undefined

  constructor(redis: RedisScripting, prefix: string) {
    this.#redis = redis
    this.#key = `${prefix}{0}:peers`
  }

  /** The last number that was heard, this process included; `undefined` before the first. */
  get count(): number | undefined {
    return this.#count
  }

  /** Says that this process is there, if it has not for a while. Never fails. */
  beat(elapsedMs: number): void {
    if (elapsedMs - this.#beatAtMs < BEAT_EVERY_MS) return
    this.#beatAtMs = elapsedMs
    const args = [this.#process, String(WORD_HOLDS_MS)]
    runScript(this.#redis, peersScript, [this.#key], args).then(
      (count) => {
        this.#count = Number(count)
      },
      // A store that cannot count cannot decide either, and that is told there.
      () => {},
    )
  }
}

/** 64 random bits as text. */
function randomName(): string {
  const words = crypto.getRandomValues(new Uint32Array(2))
  return [...words].map((word) => word.toString(36)).join('-')
}

declare const crypto: { getRandomValues<T extends Uint32Array>(words: T): T }
