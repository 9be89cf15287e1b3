import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { laneNames, type LaneName } from '../lane-name.ts'
import { boundaryOf, burstOf, everyFor, lessonOf, poissonOf, type Recipe } from '../recipe.ts'
import { defaultSetup, type LaneSettings, type Setup } from '../setup.ts'
import { Traffic } from '../traffic.ts'
import { base64url, fromBase64url } from './base64url.ts'
import { checksum } from './checksum.ts'
import { decodeLink, encodeLink, type Picture } from './link.ts'

const anyWhole = fc.integer({ min: 1, max: 100_000 })
const anySettings: fc.Arbitrary<LaneSettings> = fc.record(
  {
    limit: anyWhole,
    windowMs: anyWhole,
    burst: anyWhole,
    rate: fc.record({ amount: fc.integer({ min: 1, max: 1000 }), periodMs: anyWhole }),
    reading: fc.constantFrom('size' as const, 'queue' as const),
  },
  { requiredKeys: ['limit', 'windowMs', 'burst', 'rate'] },
)
const anySetup: fc.Arbitrary<Setup> = fc.record({
  linked: fc.boolean(),
  lanes: fc
    .oneof(
      fc.tuple(...laneNames.map(() => anySettings)),
      anySettings.map((settings) => laneNames.map(() => settings)),
    )
    .map(
      (all) =>
        Object.fromEntries(laneNames.map((name, i) => [name, all[i]!])) as Record<LaneName, LaneSettings>,
    ),
  shown: fc.shuffledSubarray([...laneNames]),
  cost: fc.nat(),
})

const anyTime = fc.oneof(
  fc.nat({ max: 50_000 }),
  fc.integer({ min: 1_500_000_000_000, max: 1_500_000_100_000 }),
)
const anyCost = fc.oneof(fc.constant(1), fc.nat({ max: 5 }))
const anyRecipe: fc.Arbitrary<Recipe> = fc.oneof(
  fc
    .tuple(fc.integer({ min: 1, max: 40 }), anyTime, anyCost)
    .map(([count, atMs, cost]) => burstOf(count, atMs, cost)),
  fc
    .tuple(fc.constantFrom(0.5, 4, 7), anyTime, anyCost)
    .map(([rate, atMs, cost]) => everyFor(rate, 4000, atMs, cost)),
  fc
    .tuple(fc.integer({ min: 1, max: 5000 }), anyTime, anyCost)
    .map(([w, atMs, cost]) => boundaryOf(w, atMs, cost)),
  fc.tuple(fc.nat(), anyTime).map(([seed, atMs]) => poissonOf(3.3, 3000, seed, atMs)),
  anyTime.map((atMs) => lessonOf(atMs)),
)
type Act = { readonly recipe: Recipe } | { readonly atMs: number; readonly cost: number }
const anyActs: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(fc.record({ recipe: anyRecipe }), fc.record({ atMs: anyTime, cost: anyCost })),
  { maxLength: 12 },
)

function trafficOf(acts: readonly Act[]): Traffic {
  const traffic = new Traffic()
  for (const act of acts) {
    if ('recipe' in act) traffic.play(act.recipe)
    else traffic.add(act.atMs, act.cost)
  }
  return traffic
}

function linkOf(picture: Picture): string {
  const link = encodeLink(picture)
  if (!link.ok) throw new Error(link.message)
  return link.hash
}

function pictureOf(traffic: Traffic): Picture {
  return { setup: defaultSetup, traffic, nowMs: 1234, shown: traffic.size, speed: 1 }
}

describe('a link', () => {
  test('carries any picture, request by request', () => {
    fc.assert(
      fc.property(anySetup, anyActs, anyTime, fc.constantFrom(0.1, 1, 20), (setup, acts, nowMs, speed) => {
        const traffic = trafficOf(acts)
        const shown = traffic.countUpTo(nowMs)
        const decoded = decodeLink(`#${linkOf({ setup, traffic, nowMs, shown, speed })}`)
        if (!decoded.ok) throw new Error(decoded.message)
        expect(decoded.picture).toMatchObject({ setup, nowMs, shown, speed })
        expect(decoded.picture.traffic.times).toEqual(traffic.times)
        expect(decoded.picture.traffic.costs).toEqual(traffic.costs)
      }),
    )
  })

  test('keeps the order of requests of one time, on which decisions hang', () => {
    const traffic = trafficOf([
      { atMs: 100, cost: 3 },
      { recipe: burstOf(20, 100, 1) },
      { atMs: 100, cost: 2 },
    ])
    const decoded = decodeLink(linkOf(pictureOf(traffic)))
    expect(decoded.ok && [...decoded.picture.traffic.costs]).toEqual([
      3,
      ...Array.from({ length: 20 }, () => 1),
      2,
    ])
  })

  test('tells lanes apart that differ in one number', () => {
    const others: Partial<LaneSettings>[] = [
      { limit: 6 },
      { windowMs: 1 },
      { burst: 7 },
      { rate: { amount: 6, periodMs: 2000 } },
      { rate: { amount: 5, periodMs: 2001 } },
      { reading: 'size' },
    ]
    for (const other of others) {
      const lanes = {
        ...defaultSetup.lanes,
        'leaky-bucket': { ...defaultSetup.lanes['leaky-bucket'], ...other },
      }
      const decoded = decodeLink(linkOf({ ...pictureOf(new Traffic()), setup: { ...defaultSetup, lanes } }))
      expect(decoded.ok && decoded.picture.setup.lanes).toEqual(lanes)
    }
  })

  test('is short: traffic from recipes costs a few letters, however many requests it makes', () => {
    const traffic = trafficOf([{ recipe: lessonOf(0) }, { recipe: poissonOf(1000, 60_000, 7, 20_000) }])
    expect(traffic.size).toBeGreaterThan(50_000)
    expect(linkOf(pictureOf(traffic)).length).toBeLessThan(100)
  })

  test('needs nothing that an address would have to escape', () => {
    expect(linkOf(pictureOf(trafficOf([{ recipe: lessonOf(3) }])))).toMatch(/^[A-Za-z0-9_-]+$/)
  })

  test('with more single requests than fit is a fault that says so', () => {
    const traffic = new Traffic()
    traffic.addAll(Float64Array.from({ length: 10_001 }, (_, i) => i * 3))
    expect(encodeLink(pictureOf(traffic))).toMatchObject({
      ok: false,
      message: expect.stringContaining('10001'),
    })
  })

  test('of numbers that no limit takes is a fault with the reason', () => {
    const lanes = {
      ...defaultSetup.lanes,
      'fixed-window': { ...defaultSetup.lanes['fixed-window'], limit: 0 },
    }
    const link = encodeLink({ ...pictureOf(new Traffic()), setup: { ...defaultSetup, lanes } })
    expect(link).toMatchObject({ ok: false, message: expect.stringContaining('limit') })
  })

  test('of traffic that was cleared holds nothing of it', () => {
    const traffic = trafficOf([{ recipe: lessonOf(0) }])
    traffic.clear()
    traffic.add(5)
    const decoded = decodeLink(linkOf({ ...pictureOf(traffic), shown: 1 }))
    expect(decoded.ok && [...decoded.picture.traffic.times]).toEqual([5])
  })
})

describe('rubbish', () => {
  test('is a fault, never thrown', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.uint8Array({ maxLength: 200 }).map(base64url)), (text) => {
        expect(decodeLink(text)).toMatchObject({ ok: false, message: expect.any(String) })
      }),
    )
  })

  test('with a right checksum is a picture or a fault', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        expect(typeof decodeLink(base64url(withChecksum(bytes))).ok).toBe('boolean')
      }),
    )
  })

  test('behind a picture, or another version before it, is a fault', () => {
    const bytes = fromBase64url(linkOf(pictureOf(new Traffic())))
    const body = bytes.subarray(1, -2)
    expect(decodeLink(base64url(withChecksum(body))).ok).toBe(true)
    expect(decodeLink(base64url(withChecksum(Uint8Array.of(...body, 0)))).ok).toBe(false)
    expect(decodeLink(base64url(withChecksum(body, 2)))).toMatchObject({
      ok: false,
      message: expect.stringContaining('newer version'),
    })
  })

  test('that is a link with one letter changed, or cut anywhere, is a fault', () => {
    const hash = linkOf(pictureOf(trafficOf([{ recipe: lessonOf(0) }, { atMs: 77, cost: 2 }])))
    for (let at = 0; at < hash.length; at++) expect(decodeLink(hash.slice(0, at)).ok).toBe(false)
    // The last letter may hold bits that no byte needs.
    for (let at = 0; at < hash.length - 1; at++) {
      const other = hash[at] === 'A' ? 'B' : 'A'
      expect(decodeLink(hash.slice(0, at) + other + hash.slice(at + 1)).ok).toBe(false)
    }
  })
})

function withChecksum(body: Uint8Array, version: number = 1): Uint8Array {
  const bytes = Uint8Array.of(version, ...body)
  const sum = checksum(bytes)
  return Uint8Array.of(...bytes, sum >>> 8, sum & 0xff)
}

test('base64url is that of the runtime', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 50 }), (bytes) => {
      expect(base64url(bytes)).toBe(Buffer.from(bytes).toString('base64url'))
      expect([...fromBase64url(base64url(bytes))]).toEqual([...bytes])
    }),
  )
})
