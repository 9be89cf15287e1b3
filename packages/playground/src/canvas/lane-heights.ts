/** How the height of a lane is shared between marks on the line and marks above it. */
import { MARK_RADIUS } from './shapes.ts'
import type { Stacks } from './stacks.ts'

/** Marks of a stack do not come closer than this, in CSS pixels; what is denser is drawn as columns. */
export const CLOSEST = 3.5
const APART = 2 * MARK_RADIUS + 0.6

/** How the height of a lane is shared, as parts of it from the top. */
const REFUSED_TOP = 0.06
const REFUSED_LINE = 0.42
const ALLOWED_TOP = 0.53
const LINE = 0.92

/** The distance of two marks in a stack; the same in all lanes, so that heights can be compared. */
export interface StackSteps {
  readonly onLine: number
  readonly refused: number
}

export function stepsFor(height: number, all: readonly Stacks[]): StackSteps {
  const highest = (of: (stacks: Stacks) => number): number => Math.max(2, ...all.map(of))
  const step = (from: number, to: number, most: number): number =>
    Math.min(APART, (height * (to - from)) / (most - 1))
  return {
    onLine: step(
      ALLOWED_TOP,
      LINE,
      highest((stacks) => stacks.highestOnLine),
    ),
    refused: step(
      REFUSED_TOP,
      REFUSED_LINE,
      highest((stacks) => stacks.highestRefused),
    ),
  }
}

export function lineY(height: number): number {
  return Math.round(height * LINE) + 0.5
}

/** Where the lowest refused mark of a stack stands. */
export function refusedY(height: number): number {
  return height * REFUSED_LINE
}
