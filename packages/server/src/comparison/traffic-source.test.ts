import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lessonTrace } from 'sluice/simulate'
import { afterAll, expect, test } from 'vitest'
import { parseLimitOption } from '../limit-option.ts'
import { trafficOf, type TrafficOptions } from './traffic-source.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-traffic-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const tenASecond = parseLimitOption('10/1s')

async function trafficIn(text: string, options: TrafficOptions = {}) {
  const file = join(folder, 'traffic')
  writeFileSync(file, text)
  return trafficOf(file, tenASecond, options)
}

const csv =
  'time,user,tokens\n1970-01-01 00:00:02,ann,5\n1970-01-01 00:00:01.5,bob,7\n1970-01-01 00:00:01,ann,6\n'

test('a name is made-up traffic, shaped by the limit', async () => {
  expect((await trafficOf('lesson', tenASecond, {})).times).toEqual(lessonTrace())
  const { times } = await trafficOf('edge', parseLimitOption('3/1s'), {})
  expect([...times.subarray(0, 6)]).toEqual([997, 998, 999, 1000, 1333, 1666])
})

test('the requests of a log are taken in the order of their times, with their costs', async () => {
  const { times, costs } = await trafficIn(csv, { key: 'user', cost: 'tokens' })
  expect([...times]).toEqual([1000, 1500, 2000])
  expect([...(costs ?? [])]).toEqual([6, 7, 5])
})

test('one client of a log can be taken alone', async () => {
  const { times, about } = await trafficIn(csv, { key: 'user', client: 'ann' })
  expect([...times]).toEqual([1000, 2000])
  expect(about).toContain('ann')
  await expect(trafficIn(csv, { key: 'user', client: 'eve' })).rejects.toThrow('no request of the client eve')
})

test('a text with a time on each line is a list of times', async () => {
  expect([...(await trafficIn('20\n3\n\n100')).times]).toEqual([3, 20, 100])
})

test.each([
  ['an empty file', '', 'ERR_UNKNOWN_LOG_FORMAT'],
  ['times after 2069', '5000000000000\n', 'WorkError'],
  ['a list with a word in it', '1\ntwo\n', 'WorkError'],
])('%s is a fault of the file', async (_, text, expected) => {
  const fault = await trafficIn(text).catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(Error)
  const { name, code } = fault as { name: string; code?: string }
  expect([name, code]).toContain(expected)
})

test('what is neither a traffic nor a file is a wrong call', async () => {
  await expect(trafficOf('__proto__', tenASecond, {})).rejects.toMatchObject({ name: 'CallError' })
})
