import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { laneNames, type LaneName } from './lane-name.ts'
import { LaneRun } from './lane-run.ts'
import { laneTitles } from './lane-title.ts'
import { notice, type LaneResult } from './notice.ts'
import { boundaryOf, burstOf, everyFor, lessonOf, oneRequest, poissonOf, type Recipe } from './recipe.ts'
import { defaultSetup, linkedSetup, type Setup } from './setup.ts'
import { Traffic } from './traffic.ts'

function resultsOf({ lanes }: Setup, shown: readonly LaneName[], recipes: readonly Recipe[]): LaneResult[] {
  const traffic = new Traffic()
  for (const recipe of recipes) traffic.play(recipe)
  return shown.map((name) => ({
    name,
    numbers: new LaneRun(name, lanes[name], traffic).numbers(Infinity),
  }))
}

const lessons = linkedSetup(10, 1000, 'size')
const five = defaultSetup.shown

describe('what to notice', () => {
  test.each<[string, Setup, readonly LaneName[], readonly Recipe[], RegExp]>([
    ['no lane', defaultSetup, [], [oneRequest(0)], /^No lane is shown\.$/],
    ['no traffic', defaultSetup, five, [], /^No request has come yet/],
    ['one request', defaultSetup, five, [oneRequest(0)], /the one request through at once/],
    [
      'traffic below the limit',
      defaultSetup,
      five,
      [everyFor(2, 4000, 0)],
      /^Every lane let all 8 requests through at once/,
    ],
    [
      'a burst of 8',
      defaultSetup,
      five,
      [burstOf(8, 0)],
      /^The leaky bucket made 5 of 8 requests wait, up to 2 s, and refused 2; the token bucket made none wait and refused 3\.$/,
    ],
    [
      'a boundary burst',
      defaultSetup,
      five,
      [boundaryOf(2000, 0)],
      /^Around a window’s edge the fixed window let 10 through within 2 s, twice its limit of 5; the sliding log never more than 5\.$/,
    ],
    [
      'an edge that is crossed by less',
      defaultSetup,
      five,
      [burstOf(4, 1900), burstOf(5, 2000)],
      /^Around a window’s edge the fixed window let 9 through within 2 s, over its limit of 5; the sliding log never more than 5\.$/,
    ],
    [
      'the fixed window by itself',
      defaultSetup,
      ['fixed-window'],
      [boundaryOf(2000, 0)],
      /^Around a window’s edge the fixed window let 10 through within 2 s, twice its limit of 5\.$/,
    ],
    [
      'the lessons without the fixed window',
      lessons,
      ['token-bucket', 'sliding-log'],
      [lessonOf(0)],
      /^The token bucket let 19 through within 1 s at a rate of 10:/,
    ],
    ['GCRA in its place', lessons, ['gcra', 'sliding-log'], [lessonOf(0)], /^GCRA let 19 through within 1 s/],
    [
      'the counter',
      lessons,
      ['sliding-window-counter', 'sliding-log'],
      [lessonOf(0)],
      /^The sliding window counter let 15 through within 1 s with a limit of 10:/,
    ],
    [
      'the leaky bucket by itself',
      lessons,
      ['leaky-bucket'],
      [lessonOf(0)],
      /^The leaky bucket made 114 of 202 requests wait, up to 997 ms, and refused 57\.$/,
    ],
    [
      'the log by itself',
      lessons,
      ['sliding-log'],
      [lessonOf(0)],
      /^The sliding log refused 84 of 202 requests\.$/,
    ],
    [
      'two lanes that differ',
      linkedSetup(2, 1000),
      ['sliding-window-counter', 'sliding-log'],
      [burstOf(3, 0), burstOf(1, 1000)],
      /^Of the same 4 requests the sliding window counter refused 2 and the sliding log 1\.$/,
    ],
    [
      'lanes that do not',
      defaultSetup,
      ['token-bucket', 'sliding-log'],
      [burstOf(8, 0)],
      /^Every lane refused 3 of 8 requests\.$/,
    ],
  ])('%s', (_, setup, shown, recipes, sentence) => {
    expect(notice(resultsOf(setup, shown, recipes))).toMatch(sentence)
  })

  test('holds no number that no lane has, and names only lanes that are shown', () => {
    const anyRecipe = fc.oneof(
      fc.integer({ min: 1, max: 20 }).map((count) => burstOf(count, 0)),
      fc.nat({ max: 6000 }).map((atMs) => boundaryOf(2000, atMs)),
      fc
        .tuple(fc.integer({ min: 1, max: 12 }), fc.nat())
        .map(([rate, seed]) => poissonOf(rate, 8000, seed, 0)),
    )
    fc.assert(
      fc.property(fc.array(anyRecipe, { maxLength: 3 }), fc.subarray([...laneNames]), (recipes, shown) => {
        const results = resultsOf(defaultSetup, shown, recipes)
        const sentence = notice(results)
        expect(sentence).toMatch(/\.$/)
        const known = results.flatMap(({ numbers }) => [
          ...Object.values(numbers),
          numbers.served + numbers.refused,
          numbers.windowMs / 1000,
          numbers.longestWaitMs / 1000,
        ])
        const said = (sentence.match(/\d[\d,.]*\d|\d/g) ?? []).map((text) => Number(text.replaceAll(',', '')))
        for (const number of said) expect(known).toContain(number)
        for (const name of laneNames.filter((lane) => !shown.includes(lane))) {
          expect(sentence.toLowerCase()).not.toContain(laneTitles[name].replace('the ', '').toLowerCase())
        }
      }),
    )
  })
})
