import { describe, expect, test } from 'vitest'
import { manualClock } from '../../clock.ts'
import { SluiceError } from '../../errors.ts'
import { CircuitBreaker, NO_PERMIT } from './circuit-breaker.ts'

const gone = new SluiceError('ERR_STORE_UNAVAILABLE', 'gone')

interface Options {
  readonly openMs?: number
  readonly maxOpenMs?: number
  readonly random?: () => number
}

function breakerOf({ openMs = 200, maxOpenMs = 5000, random = () => 0 }: Options = {}) {
  const clock = manualClock(1_780_000_000_000)
  const told: string[] = []
  const breaker = new CircuitBreaker('store', { failures: 3, openMs, maxOpenMs }, clock, random, {
    opened: ({ code }) => told.push(code),
    recovered: (downMs) => told.push(`back after ${downMs}`),
    closed: () => told.push('closed'),
  })
  const fail = () => breaker.failed(breaker.enter(), gone)
  const succeed = () => breaker.succeeded(breaker.enter())
  return { clock, told, breaker, fail, succeed }
}

function times(count: number, call: () => void): void {
  for (let done = 0; done < count; done++) call()
}

/** Opened and waiting for its first probe. */
function openBreaker(options: Options = {}) {
  const setting = breakerOf(options)
  times(3, setting.fail)
  expect(setting.breaker.phase).toBe('open')
  return setting
}

/** A probe has been answered. */
function recoveringBreaker() {
  const setting = openBreaker()
  setting.clock.advance(200)
  setting.succeed()
  expect(setting.breaker.phase).toBe('recovering')
  return setting
}

describe('closed', () => {
  test('opens at so many failures in a row, and says so once', () => {
    const { breaker, fail, succeed, told } = breakerOf()
    times(2, fail)
    succeed()
    times(2, fail)
    expect([breaker.phase, told]).toEqual(['closed', []])
    fail()
    expect([breaker.phase, told]).toEqual(['open', ['ERR_STORE_UNAVAILABLE']])
  })

  test('calls that were under way together are one attempt, however many fail', () => {
    const { breaker } = breakerOf()
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect(breaker.phase).toBe('closed')
      const permits = Array.from({ length: 500 }, () => breaker.enter())
      for (const permit of permits) breaker.failed(permit, gone)
    }
    expect(breaker.phase).toBe('open')
  })

  test('opens when half of the calls of a second fail, though none in a row', () => {
    const { breaker, fail, succeed } = breakerOf()
    times(9, () => {
      fail()
      succeed()
    })
    fail()
    expect(breaker.phase).toBe('closed')
    succeed()
    fail()
    expect(breaker.phase).toBe('open')
  })

  test('stays closed when fewer than half fail, or when failures lie more than a second apart', () => {
    const { breaker, clock, fail, succeed } = breakerOf()
    times(100, () => {
      fail()
      times(2, succeed)
    })
    expect(breaker.phase).toBe('closed')
    times(100, () => {
      fail()
      succeed()
      clock.advance(100)
    })
    expect(breaker.phase).toBe('closed')
  })

  test('one failure of a server that cannot serve is enough', () => {
    const { breaker } = breakerOf()
    breaker.failed(breaker.enter(), new SluiceError('ERR_STORE_UNSUPPORTED', 'no scripts'))
    expect(breaker.phase).toBe('open')
  })

  test('a call that never reached the store counts for nothing', () => {
    const { breaker, fail } = breakerOf()
    times(2, fail)
    breaker.abandoned(breaker.enter())
    fail()
    expect(breaker.phase).toBe('open')
  })
})

describe('open', () => {
  test('lets nothing through until the probe is due, and then one call', () => {
    const { breaker, clock } = openBreaker()
    clock.advance(99)
    expect(breaker.enter()).toBe(NO_PERMIT)
    expect(breaker.waitMs()).toBe(1)
    clock.advance(1)
    expect(breaker.enter()).not.toBe(NO_PERMIT)
    for (let call = 0; call < 100; call++) expect(breaker.enter()).toBe(NO_PERMIT)
  })

  test('says how long until a probe, at least 1', () => {
    const { breaker, clock } = openBreaker({ random: () => 0.5 })
    expect(breaker.waitMs()).toBe(150)
    clock.advance(1000)
    expect(breaker.waitMs()).toBe(1)
  })

  test('calls of before that end now change nothing', () => {
    const { breaker, told, clock, fail } = breakerOf()
    const [good, bad] = [breaker.enter(), breaker.enter()]
    times(3, fail)
    clock.advance(100)
    const probe = breaker.enter()
    breaker.succeeded(good)
    breaker.failed(bad, gone)
    breaker.abandoned(bad)
    expect([breaker.phase, told.length]).toEqual(['probing', 1])
    breaker.succeeded(probe)
    expect(breaker.phase).toBe('recovering')
  })

  test('waits double up to the longest, each drawn from its second half', () => {
    const draws = [0, 0.999, 0.5, 0, 0.999, 0, 0, 0]
    const { breaker, clock, fail } = openBreaker({ maxOpenMs: 3000, random: () => draws.shift() ?? 0 })
    const waits = [breaker.waitMs()]
    for (let probe = 0; probe < 6; probe++) {
      clock.advance(breaker.waitMs())
      fail()
      waits.push(breaker.waitMs())
    }
    expect(waits).toEqual([100, 400, 600, 800, 2999, 1500, 1500])
  })

  test('failed probes are told to nobody', () => {
    const { breaker, clock, fail, told } = openBreaker()
    for (let probe = 0; probe < 2000; probe++) {
      clock.advance(breaker.waitMs())
      fail()
    }
    expect(told).toEqual(['ERR_STORE_UNAVAILABLE'])
    expect(breaker.waitMs()).toBe(2500)
  })

  test('a probe that never reached the store leaves its turn to the next call', () => {
    const { breaker, clock } = openBreaker()
    clock.advance(100)
    breaker.abandoned(breaker.enter())
    expect(breaker.phase).toBe('open')
    expect(breaker.enter()).not.toBe(NO_PERMIT)
  })

  test('the processes of a fleet that saw one outage probe at times of their own', () => {
    let state = 1
    const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
    const waits = Array.from({ length: 1000 }, () =>
      openBreaker({ openMs: 10_000, maxOpenMs: 10_000, random }).breaker.waitMs(),
    )
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(5000)
    expect(Math.max(...waits)).toBeLessThanOrEqual(10_000)
    const inTenths = Array.from(
      { length: 10 },
      (_, tenth) => waits.filter((ms) => Math.floor((ms - 5000) / 500.1) === tenth).length,
    )
    // 100 each on average; 60 and 140 lie four standard deviations away.
    for (const count of inTenths) expect(count).toBeGreaterThan(60)
    for (const count of inTenths) expect(count).toBeLessThan(140)
  })
})

describe('recovering', () => {
  test('is told with how long the store was away', () => {
    expect(recoveringBreaker().told).toEqual(['ERR_STORE_UNAVAILABLE', 'back after 200'])
  })

  test('few calls are under way at first, and one more with every answer', () => {
    const { breaker } = recoveringBreaker()
    for (const most of [4, 8, 16, 32]) {
      const permits = Array.from({ length: 100 }, () => breaker.enter()).filter(
        (permit) => permit !== NO_PERMIT,
      )
      expect(permits.length).toBe(most)
      for (const permit of permits) breaker.succeeded(permit)
    }
  })

  test('a call that never reached the store makes room for another, and no more than that', () => {
    const { breaker } = recoveringBreaker()
    const permits = Array.from({ length: 4 }, () => breaker.enter())
    breaker.abandoned(permits[0] as number)
    expect(breaker.enter()).not.toBe(NO_PERMIT)
    expect(breaker.enter()).toBe(NO_PERMIT)
  })

  test('one failure opens again, and the wait is longer than the last', () => {
    const { breaker, fail, told } = recoveringBreaker()
    fail()
    expect(breaker.phase).toBe('open')
    expect(breaker.waitMs()).toBe(200)
    expect(told.length).toBe(3)
  })

  test('after a second all pass again, it takes as many failures as ever, and waits start anew', () => {
    const { breaker, clock, fail, told } = recoveringBreaker()
    clock.advance(1000)
    for (let call = 0; call < 1000; call++) expect(breaker.enter()).not.toBe(NO_PERMIT)
    expect(told).toEqual(['ERR_STORE_UNAVAILABLE', 'back after 200', 'closed'])
    times(2, fail)
    expect(breaker.phase).toBe('closed')
    fail()
    expect(breaker.waitMs()).toBe(100)
  })
})

test('the refusal names the store, its code and what went wrong', () => {
  const { breaker } = openBreaker()
  expect(breaker.refusal()).toMatchObject({ code: 'ERR_STORE_UNAVAILABLE', value: 'store', cause: gone })
  expect(breaker.refusal()).toBe(breaker.refusal())
})
