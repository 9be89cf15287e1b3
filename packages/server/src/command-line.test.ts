import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runCommandLine } from './command-line.ts'

let printed = ''
let complaints = ''

beforeEach(() => {
  printed = ''
  complaints = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    complaints += String(text)
    return true
  })
})

afterEach(() => {
  vi.restoreAllMocks()
})

const shop = new URL('../../../test/fixtures/access-logs/zanbil-shop-2019.nginx.log', import.meta.url)
  .pathname

describe('a wrong call ends with 2, one clear line on standard error, and nothing on standard output', () => {
  test.each([
    ['an unknown command', ['lesion'], "unknown command 'lesion' (did you mean lesson?)"],
    [
      'an unknown option',
      ['compare', '--trafic', 'edge'],
      "unknown option '--trafic' (did you mean --traffic?)",
    ],
    ['a missing argument', ['lesson'], "missing required argument 'name'"],
    ['an unknown lesson', ['lesson', 'gcr'], "sluice: 'gcr' is invalid for argument 'name'"],
    ['a limit that is none', ['compare', '--limit', '10'], 'requests/time'],
    ['a limit of nothing', ['compare', '--limit', '0/1s'], 'requests/time'],
    ['a limit with an unknown unit', ['replay', shop, '--limit', '1/1y'], 'requests/time'],
    ['a limit that cannot be exact', ['compare', '--limit', '9007199254740991/1ms'], '2^53'],
    ['a traffic that does not exist', ['compare', '--traffic', 'stedy'], 'steady-2x'],
    ['a step that is no time', ['compare', '--step', '10'], 'length of time'],
    ['an unknown format', ['suggest', shop, '--format', 'ncsa'], "'ncsa' is invalid"],
    ['a field that is not in the log', ['suggest', shop, '--format', 'csv', '--time', 'when'], 'when'],
    ['a share above all', ['suggest', shop, '--share', '100.1'], 'percent'],
    ['a rate that is none', ['suggest', shop, '--rate', '5'], 'units/time'],
  ])('%s', async (_, args, expected) => {
    expect(await runCommandLine(args)).toBe(2)
    expect(printed).toBe('')
    expect(complaints).toContain(expected)
    expect(complaints).toMatch(/^sluice: /)
    expect(complaints).not.toMatch(/^ +at /m)
    // What is wrong, and where to read more.
    expect(complaints.trimEnd().split('\n').length).toBeLessThanOrEqual(2)
  })
})

describe('work that fails ends with 1 and one clear line', () => {
  const folder = new URL('.', import.meta.url).pathname
  test.each([
    ['a file that is missing', ['suggest', '/no/such.log'], 'there is no such file'],
    ['a folder', ['suggest', folder], 'it is a folder'],
    ['a text that is no log', ['suggest', new URL('command-line.ts', import.meta.url).pathname], 'format'],
    [
      'a client that is not in the log',
      ['compare', '--traffic', shop, '--client', 'nobody'],
      'the client nobody',
    ],
    [
      'a plot that cannot be written',
      ['suggest', shop, '--json', '--plot', '/no/such/folder.svg'],
      'cannot write',
    ],
  ])('%s', async (_, args, expected) => {
    expect(await runCommandLine(args)).toBe(1)
    expect(complaints).toContain(expected)
    expect(complaints).toMatch(/^sluice: .*\n$/)
  })
})

test('without a command the help is printed as a complaint', async () => {
  expect(await runCommandLine([])).toBe(2)
  expect(printed).toBe('')
  expect(complaints).toContain('Usage: sluice')
})

test.each([['--help'], ['help', 'compare'], ['lesson', '--help'], ['suggest', '-h'], ['replay', '--help']])(
  'help that is asked for is output: %s %s',
  async (...args) => {
    expect(await runCommandLine(args)).toBe(0)
    expect(printed).toContain('Usage: sluice')
    expect(printed.split('\n').filter((line) => line.length > 80)).toEqual([])
    expect(complaints).toBe('')
  },
)

test('the version is that of the package', async () => {
  expect(await runCommandLine(['--version'])).toBe(0)
  expect(printed).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test.each([
  ['lesson', 'compare'],
  ['compare', '--traffic', 'on-off', '--limit', '1000/1m'],
  ['compare', '--traffic', shop],
  ['suggest', shop],
])('%s %s %s %s fits 80 columns, and is JSON when asked for', async (...args) => {
  expect(await runCommandLine(args)).toBe(0)
  expect(printed.split('\n').filter((line) => line.length > 80 && !line.includes(shop))).toEqual([])
  printed = ''
  expect(await runCommandLine([...args, '--json'])).toBe(0)
  expect(JSON.parse(printed)).toBeTypeOf('object')
  expect(complaints).toBe('')
})
