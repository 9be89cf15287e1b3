/** One sentence from the numbers: what to look at. The first rule that has something to say says it. */
import { amountText, timeText } from './amount-text.ts'
import type { LaneName } from './lane-name.ts'
import type { LaneNumbers } from './lane-numbers.ts'
import { laneTitles } from './lane-title.ts'

/** A lane that is shown, and what it has done. */
export interface LaneResult {
  readonly name: LaneName
  readonly numbers: LaneNumbers
}

type Rule = (lanes: readonly LaneResult[]) => string | undefined

/** What to notice about these lanes, which have all met the same requests. */
export function notice(lanes: readonly LaneResult[]): string {
  for (const rule of rules) {
    const sentence = rule(lanes)
    if (sentence !== undefined) return sentence
  }
  return ''
}

function numbersOf(lanes: readonly LaneResult[], name: LaneName): LaneNumbers | undefined {
  return lanes.find((lane) => lane.name === name)?.numbers
}

function sentTo({ served, refused }: LaneNumbers): number {
  return served + refused
}

const rules: readonly Rule[] = [
  nothingSent,
  edgeOfWindows,
  savedTokens,
  estimate,
  nothingHeldBack,
  waiting,
  mostAndFewest,
  allAlike,
]

function nothingSent(lanes: readonly LaneResult[]): string | undefined {
  if (lanes.length === 0) return 'No lane is shown.'
  if (sentTo(lanes[0]!.numbers) > 0) return undefined
  return 'No request has come yet: send some, and see what each lane does with them.'
}

/** Whoever went over its limit unrefused has been told of before. */
function nothingHeldBack(lanes: readonly LaneResult[]): string | undefined {
  if (lanes.some(({ numbers }) => numbers.refused > 0 || numbers.queued > 0)) return undefined
  const sent = sentTo(lanes[0]!.numbers)
  if (sent === 1) return `${subject(lanes)} let the one request through at once: try a burst.`
  return `${subject(lanes)} let all ${amountText(sent)} requests through at once: they kept to the limit.`
}

function edgeOfWindows(lanes: readonly LaneResult[]): string | undefined {
  const fixed = numbersOf(lanes, 'fixed-window')
  if (fixed === undefined || fixed.busiest <= fixed.limit) return undefined
  const { busiest, limit, windowMs } = fixed
  const against =
    busiest === 2 * limit
      ? `twice its limit of ${amountText(limit)}`
      : `over its limit of ${amountText(limit)}`
  const log = numbersOf(lanes, 'sliding-log')
  const beside =
    log === undefined || log.windowMs !== windowMs
      ? ''
      : `; the sliding log never more than ${amountText(log.busiest)}`
  return `Around a window’s edge the fixed window let ${amountText(busiest)} through within ${timeText(windowMs)}, ${against}${beside}.`
}

function savedTokens(lanes: readonly LaneResult[]): string | undefined {
  const bucket = numbersOf(lanes, 'token-bucket') ?? numbersOf(lanes, 'gcra')
  if (bucket === undefined || bucket.busiest <= bucket.limit) return undefined
  const name = laneTitles[numbersOf(lanes, 'token-bucket') === undefined ? 'gcra' : 'token-bucket']
  const { busiest, limit, windowMs } = bucket
  return `${capital(name)} let ${amountText(busiest)} through within ${timeText(windowMs)} at a rate of ${amountText(limit)}: what it had saved, and what it gained meanwhile.`
}

function estimate(lanes: readonly LaneResult[]): string | undefined {
  const counter = numbersOf(lanes, 'sliding-window-counter')
  if (counter === undefined || counter.busiest <= counter.limit) return undefined
  const { busiest, limit, windowMs } = counter
  return `The sliding window counter let ${amountText(busiest)} through within ${timeText(windowMs)} with a limit of ${amountText(limit)}: it only estimates what is still in its window.`
}

function waiting(lanes: readonly LaneResult[]): string | undefined {
  const leaky = numbersOf(lanes, 'leaky-bucket')
  if (leaky === undefined || leaky.queued === 0) return undefined
  const waited = `made ${amountText(leaky.queued)} of ${amountText(sentTo(leaky))} requests wait, up to ${timeText(leaky.longestWaitMs)}`
  const bucket = numbersOf(lanes, 'token-bucket')
  if (bucket === undefined) return `The leaky bucket ${waited}, and refused ${amountText(leaky.refused)}.`
  if (bucket.refused === leaky.refused)
    return `The leaky bucket ${waited}; it refused ${amountText(leaky.refused)}, as many as the token bucket.`
  return `The leaky bucket ${waited}, and refused ${amountText(leaky.refused)}; the token bucket made none wait and refused ${amountText(bucket.refused)}.`
}

function mostAndFewest(lanes: readonly LaneResult[]): string | undefined {
  const sorted = lanes.toSorted((a, b) => a.numbers.refused - b.numbers.refused)
  const [fewest, most] = [sorted[0]!, sorted.at(-1)!]
  if (fewest.numbers.refused === most.numbers.refused) return undefined
  const sent = amountText(sentTo(most.numbers))
  return `Of the same ${sent} requests ${laneTitles[most.name]} refused ${amountText(most.numbers.refused)} and ${laneTitles[fewest.name]} ${amountText(fewest.numbers.refused)}.`
}

function allAlike(lanes: readonly LaneResult[]): string {
  const { numbers } = lanes[0]!
  return `${subject(lanes)} refused ${amountText(numbers.refused)} of ${amountText(sentTo(numbers))} requests.`
}

function subject(lanes: readonly LaneResult[]): string {
  return lanes.length === 1 ? capital(laneTitles[lanes[0]!.name]) : 'Every lane'
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
