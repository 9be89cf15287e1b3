import { durationText } from '../output/duration-text.ts'

/** A window of fewer units than this is blurred by a tenth of its length or more. */
const FINE_WINDOW_UNITS = 10

/**
 * What to know where stamps are coarse for a window. A stamp stands at the beginning of its second (or minute), so all
 * requests of that second seem to come at one instant, up to a second before they did: each edge of a window is
 * uncertain by that much, and traffic that was even looks like bursts.
 */
export function coarseLimitWarning(
  limit: string,
  windowMs: number,
  resolutionMs: number,
): string | undefined {
  if (resolutionMs === 1 || windowMs > FINE_WINDOW_UNITS * resolutionMs) return undefined
  const unit = resolutionMs === 1000 ? 'second' : 'minute'
  const window = durationText(windowMs)
  return windowMs < resolutionMs
    ? `${limit}: the stamps are whole ${unit}s, longer than the window of ${window}, which sees a ${unit}'s requests at one instant; take a longer window.`
    : `${limit}: the stamps are whole ${unit}s, so a window of ${window} sees a ${unit}'s requests at one instant, as a burst; read its figures as estimates.`
}
