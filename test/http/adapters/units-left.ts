import type { Limiter } from 'sluice'
import { waitUntil } from '../../support/redis/wait-until.ts'

/** Waits until so many units are left to the client on the loopback. */
export function unitsLeft(limiter: Limiter, units: number): Promise<true> {
  return waitUntil(`${units} units are left`, () =>
    limiter.peek('127.0.0.1').remaining === units ? true : undefined,
  )
}
