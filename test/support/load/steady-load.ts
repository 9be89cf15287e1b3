/** Requests that keep coming, whatever the store does: what each was answered, by whom, and how long it waited. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FailurePolicy, Limiter } from '../../../packages/sluice/src/index.ts'

/** One request and its answer. */
export interface Asked {
  readonly policy: FailurePolicy
  readonly key: string
  /** By `performance.now`. */
  readonly startMs: number
  readonly endMs: number
  readonly allowed: boolean
  /** By which policy it was answered; undefined if the store decided. */
  readonly fallback: FailurePolicy | undefined
  /** When it was decided, by the clock of who decided. */
  readonly atMs: number
}

export interface SteadyLoad {
  /** All answers so far. */
  readonly asked: readonly Asked[]
  /** Resolves when every caller has its last answer. Rejects if any request rejected. */
  stop(): Promise<void>
}

/** Half of the requests concern these keys of each limiter, the others many. */
const HOT_KEYS = ['hot one', 'hot two']
const MANY_KEYS = 400

const CALLERS = 21
/** Between an answer and the next request of its caller. */
const PAUSE_MS = 8

/** Starts the callers, as many for each limiter; limiters are named by their policies. */
export function startLoad(limiters: Readonly<Record<FailurePolicy, Limiter<'async'>>>): SteadyLoad {
  const asked: Asked[] = []
  const policies = Object.entries(limiters) as [FailurePolicy, Limiter<'async'>][]
  const end = new AbortController()

  async function call(caller: number): Promise<void> {
    const [policy, limiter] = policies[caller % policies.length] as (typeof policies)[number]
    for (let turn = caller; !end.signal.aborted; turn++) {
      const hot = HOT_KEYS[(turn >> 1) % HOT_KEYS.length]
      const key = turn % 2 === 0 && hot !== undefined ? hot : `key ${(turn * 31) % MANY_KEYS}`
      const startMs = performance.now()
      const { allowed, fallback, atMs } = await limiter.check(key)
      asked.push({ policy, key, startMs, endMs: performance.now(), allowed, fallback, atMs })
      await sleep(PAUSE_MS)
    }
  }

  const callers = Promise.all(Array.from({ length: CALLERS }, (_, caller) => call(caller)))
  return {
    asked,
    async stop() {
      end.abort()
      await callers
    },
  }
}
