/** Settings: what was typed comes into force once it is a limit for every lane. */
import { SluiceError } from 'sluice'
import {
  laneNames,
  limitOf,
  sameLimit,
  type LaneName,
  type LaneSettings,
  type Setup,
} from '../model/index.ts'
import type { Session } from './session.ts'

/** The numbers that all lanes have where they are linked. */
export interface SharedSettings {
  readonly limit: number
  readonly windowMs: number
  readonly burst: number
  readonly reading: 'size' | 'queue'
}

export function changeSetup(session: Session, setup: Setup): void {
  try {
    for (const name of laneNames) limitOf(name, setup.lanes[name])
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error
    session.settingsFault.value = error.message
    return
  }
  session.settingsFault.value = undefined
  session.setup.value = setup
  session.refresh()
}

export function sharedSettings({ lanes }: Setup): SharedSettings {
  const { limit, windowMs } = lanes['fixed-window']
  return {
    limit,
    windowMs,
    burst: lanes['token-bucket'].burst,
    reading: lanes['leaky-bucket'].reading ?? 'queue',
  }
}

/** All lanes with the same numbers. The burst follows the limit for as long as it is the same. */
export function changeShared(session: Session, change: Partial<SharedSettings>): void {
  const setup = session.setup.value
  const before = sharedSettings(setup)
  const limit = change.limit ?? before.limit
  const burst = change.burst ?? (before.burst === before.limit ? limit : before.burst)
  const settings = {
    ...sameLimit(limit, change.windowMs ?? before.windowMs, change.reading ?? before.reading),
    burst,
  }
  const lanes = Object.fromEntries(laneNames.map((name) => [name, settings])) as Record<
    LaneName,
    LaneSettings
  >
  changeSetup(session, { ...setup, linked: true, lanes })
}

export function changeLane(session: Session, name: LaneName, change: Partial<LaneSettings>): void {
  const setup = session.setup.value
  const lanes = { ...setup.lanes, [name]: { ...setup.lanes[name], ...change } }
  changeSetup(session, { ...setup, linked: false, lanes })
}

/** Shows a lane, or puts it away; one always stays. */
export function showLane(session: Session, name: LaneName, isShown: boolean): void {
  const setup = session.setup.value
  const shown = laneNames.filter((lane) => (lane === name ? isShown : setup.shown.includes(lane)))
  if (shown.length > 0) changeSetup(session, { ...setup, shown })
}
