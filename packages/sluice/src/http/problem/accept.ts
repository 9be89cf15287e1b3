/** Content negotiation by `Accept` (RFC 9110, section 12.5.1), as far as a refusal needs it. */

/** Media ranges beyond so many are not looked at, so that a long header costs little. */
const MOST_RANGES = 32

/** Nor are parameters of a range beyond so many. */
const MOST_PARAMETERS = 8

interface MediaRange {
  readonly type: string
  readonly weight: number
}

/**
 * The index of the media type that the client wants most, the first of several equal ones. 0 if it names none of them:
 * a refusal is better sent in another form than not at all.
 */
export function preferredOf(
  accept: string | readonly string[] | undefined,
  mediaTypes: readonly string[],
): number {
  const text = (typeof accept === 'string' || accept === undefined ? accept : accept.join(',')) ?? ''
  const ranges = text.split(',', MOST_RANGES).map(mediaRange)
  const weights = mediaTypes.map((mediaType) => weightOf(mediaType, ranges))
  return weights.indexOf(Math.max(...weights))
}

function mediaRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';', MOST_PARAMETERS + 1)
  const q = parameters
    .map((parameter) => /^\s*q=([01](?:\.[0-9]{0,3})?)\s*$/i.exec(parameter)?.[1])
    .find(Boolean)
  return { type: type.trim().toLowerCase(), weight: q === undefined ? 1 : Math.min(1, Number(q)) }
}

/** The weight that the most specific range gives; 0 if none matches. */
function weightOf(mediaType: string, ranges: readonly MediaRange[]): number {
  const [bare = ''] = mediaType.toLowerCase().split(';')
  const [group = ''] = bare.split('/')
  for (const wanted of [bare.trim(), `${group}/*`, '*/*']) {
    const range = ranges.find(({ type }) => type === wanted)
    if (range !== undefined) return range.weight
  }
  return 0
}
