/** Waits for what another process has to do first: asks again and again, for a bounded time. */
import { setTimeout as sleep } from 'node:timers/promises'

export interface WaitOptions {
  /** How long to go on asking, in ms. Default 15,000. */
  readonly withinMs?: number
  /** The pause between two questions, in ms. Default 20. */
  readonly everyMs?: number
}

/**
 * Resolves with the first answer of `ask` that is not undefined. A rejection counts as no answer yet. Once the time is
 * over it rejects with an error that names `what` was awaited, with the last rejection as its cause.
 */
export async function waitUntil<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  { withinMs = 15_000, everyMs = 20 }: WaitOptions = {},
): Promise<T> {
  const endsAt = performance.now() + withinMs
  let cause: unknown
  do {
    try {
      const answer = await ask()
      if (answer !== undefined) return answer
      cause = undefined
    } catch (error) {
      cause = error
    }
    await sleep(everyMs)
  } while (performance.now() < endsAt)
  throw new Error(`Not within ${withinMs} ms: ${what}`, { cause })
}
