/** Long traffic is decided piece by piece, so that the page stays quick while it is. */
import type { Session } from './session.ts'

/** Requests decided between two looks at the clock. */
const SLICE = 2000
const FOR_MS = 7
/** Shorter traffic is decided when its time comes. */
const LONG = 20_000

/** Decides for a few milliseconds. True once every lane has decided the whole of a long traffic. */
export function decideAhead({ traffic, runs, progress }: Session): boolean {
  const { size } = traffic.value
  const lanes = runs.value
  if (size < LONG || lanes.every(({ decided }) => decided === size)) {
    progress.value = 1
    return true
  }
  const endsAt = performance.now() + FOR_MS
  while (performance.now() < endsAt) {
    const slowest = lanes.reduce((one, other) => (other.decided < one.decided ? other : one))
    slowest.advanceTo(Infinity, SLICE)
  }
  progress.value = lanes.reduce((sum, { decided }) => sum + decided, 0) / (size * lanes.length)
  return false
}
