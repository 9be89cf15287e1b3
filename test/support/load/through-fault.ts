/** Takes a store through a fault under load, with a limiter of each policy. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createLimiter, gcra, type Limiter, type Store } from '../../../packages/sluice/src/index.ts'
import { waitUntil } from '../redis/wait-until.ts'
import { faultReport, type FaultReport } from './fault-report.ts'
import { watchLoop } from './loop-stalls.ts'
import { startLoad, type Asked, type SteadyLoad } from './steady-load.ts'

export const BURST = 20
const PER_SECOND = 20
const LOCAL_BURST = 5
const LOCAL_PER_SECOND = 5

/** The store has to have decided for so long, by far most of the time, before a fault, and after it. */
const STEADY_MS = 600

export interface Fault {
  /** Brings the fault about; resolves when it is there. */
  begin(): Promise<unknown> | void
  /** For how long it lasts before `end`. */
  readonly lastsMs: number
  /** Takes it away; resolves when the server could decide again. Not there where the fault ends by itself. */
  end?(): Promise<unknown> | void
}

export async function throughFault(store: Store<'async'>, fault: Fault): Promise<FaultReport> {
  const limiterOf = (onStoreFailure: 'allow' | 'deny' | 'local'): Limiter<'async'> =>
    createLimiter({
      store,
      limit: gcra({ burst: BURST, rate: `${PER_SECOND}/s` }),
      name: onStoreFailure,
      onStoreFailure,
      ...(onStoreFailure === 'local' ? { localShare: LOCAL_BURST / BURST } : {}),
    })
  const limiters = { allow: limiterOf('allow'), deny: limiterOf('deny'), local: limiterOf('local') }
  let outages = 1
  limiters.local.on('recovered', () => outages++)
  const stalls = watchLoop()
  const load = startLoad(limiters)
  await decidesSteadily(load, performance.now())
  await fault.begin()
  await sleep(fault.lastsMs)
  await fault.end?.()
  const endedMs = performance.now()
  const first = await waitUntil('the store decides again', () => firstCharged(load, endedMs))
  const steadyFromMs = await decidesSteadily(load, endedMs)
  await load.stop()
  stalls.stop()
  return faultReport({
    asked: load.asked,
    stalls,
    recoveredMs: first.endMs - endedMs,
    steadyMs: steadyFromMs - endedMs,
    storeMost: (lengthMs) => BURST + Math.floor((lengthMs * PER_SECOND) / 1000),
    localMost: (lengthMs) => outages * LOCAL_BURST + Math.floor((lengthMs * LOCAL_PER_SECOND) / 1000),
  })
}

/** A refusal may be one that was remembered, but only the store charges. */
function firstCharged({ asked }: SteadyLoad, sinceMs: number): Asked | undefined {
  return asked.find(
    ({ startMs, fallback, allowed }) => startMs >= sinceMs && fallback === undefined && allowed,
  )
}

/**
 * Waits until the store has decided nearly everything for a while, and says from when on. A busy machine may miss a
 * deadline now and then.
 */
async function decidesSteadily({ asked }: SteadyLoad, sinceMs: number): Promise<number> {
  return waitUntil(
    'the store decides steadily',
    () => {
      const fromMs = performance.now() - STEADY_MS
      if (fromMs < sinceMs) return undefined
      const recent = asked.filter(({ startMs }) => startMs >= fromMs)
      const decided = recent.filter(({ fallback }) => fallback === undefined)
      return recent.length > 0 && decided.length >= 0.9 * recent.length ? fromMs : undefined
    },
    { withinMs: 20_000 },
  )
}
