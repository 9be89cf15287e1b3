/** The core alone: every decision of the scenarios that were worked out by exact fractions, and the clock. */
import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { exchange } from '../exchange.mjs'

const file = new URL('../../fixtures/truth/decision-vectors.json', import.meta.url)
const { scenarios } = JSON.parse(readFileSync(file, 'utf8'))

export const algorithms = [...new Set(scenarios.map(({ algorithm }) => algorithm))]

/** Decisions of an algorithm's scenarios that differ in any field. */
export async function decisionFaults(port, algorithm, path = '/') {
  const asked = scenarios.filter((scenario) => scenario.algorithm === algorithm)
  const body = JSON.stringify(asked.map(({ params, steps }) => ({ algorithm, params, steps })))
  const response = await exchange(port, { path, method: 'POST', body })
  if (response.status !== 200) return [`status ${response.status}: ${response.body.slice(0, 500)}`]
  const decided = JSON.parse(response.body)
  return asked.flatMap(({ expect: wanted, steps }, scenario) =>
    wanted.flatMap((decision, step) => {
      const found = decided[scenario]?.[step] ?? {}
      const wrong = Object.keys(decision).filter((field) => found[field] !== decision[field])
      const where = `scenario ${scenario + 1}, step ${step + 1} of ${steps.length}`
      return wrong.map((field) => `${where}: ${field} is ${found[field]} instead of ${decision[field]}`)
    }),
  )
}

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
]
const WINDOWS = ['day', 'week', 'month', 'year']
const HOUR_MS = 3_600_000
const HOURS = 2 * 366 * 24
const STEP_HOURS = 101

/** Windows by the calendar, which each runtime knows by itself, through two years of clock changes. */
const calendars = ZONES.flatMap((timeZone) =>
  WINDOWS.map((window) => ({
    algorithm: 'calendar',
    params: { limit: 3, window, timeZone },
    steps: Array.from({ length: HOURS / STEP_HOURS }, (_, index) => ({
      nowMs: Date.UTC(2010, 11, 1) + index * STEP_HOURS * HOUR_MS,
      cost: 1,
    })),
  })),
)

/** The decisions of calendars, for which Node's are what the others are compared with. */
export async function calendarDecisions(port) {
  const { status, body } = await exchange(port, {
    path: '/',
    method: 'POST',
    body: JSON.stringify(calendars),
  })
  if (status !== 200) throw new Error(`status ${status}: ${body.slice(0, 500)}`)
  return JSON.parse(body)
}

export function calendarFaults(decided, ofNode) {
  return calendars.flatMap(({ params: { window, timeZone }, steps }, scenario) =>
    steps
      .filter((_, step) => !isDeepStrictEqual(decided[scenario][step], ofNode[scenario][step]))
      .map(({ nowMs }) => `the ${window} in ${timeZone} at ${new Date(nowMs).toISOString()} is not Node's`),
  )
}

/** How many decisions of an algorithm are compared. */
export function decisionsOf(algorithm) {
  return scenarios
    .filter((scenario) => scenario.algorithm === algorithm)
    .reduce((sum, { steps }) => sum + steps.length, 0)
}

/** No test of how fast: a clock that began in 1970 or runs in another unit is out by far more. */
const NEAR_MS = 60_000

export async function clockFaults(port) {
  const { status, body } = await exchange(port, { path: '/time' })
  if (status !== 200) return [`status ${status}: ${body.slice(0, 500)}`]
  const told = Object.entries(JSON.parse(body))
  return told
    .filter(([, ms]) => !(Math.abs(ms - Date.now()) < NEAR_MS))
    .map(([name, ms]) => `${name} is ${ms} at ${Date.now()}`)
}

export const clientLibraries = ['ioredis', 'node-redis']

/** The same decisions in Redis. */
export async function redisFaults(port, library, redisPort) {
  const faults = []
  for (const algorithm of algorithms) {
    const found = await decisionFaults(port, algorithm, `/${library}/${redisPort}`)
    faults.push(...found.map((fault) => `${algorithm}, ${fault}`))
  }
  return faults
}
