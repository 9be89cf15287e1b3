import { describe, expect, test } from 'vitest'
import { captureOutput } from '../../../test/support/captured-output.ts'
import { runCommandLine } from './command-line.ts'

const output = captureOutput()

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
    expect(output.printed).toBe('')
    expect(output.complaints).toContain(expected)
    expect(output.complaints).toMatch(/^sluice: /)
    expect(output.complaints).not.toMatch(/^ +at /m)
    // What is wrong, and where to read more.
    expect(output.complaints.trimEnd().split('\n').length).toBeLessThanOrEqual(2)
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
    expect(output.complaints).toContain(expected)
    expect(output.complaints).toMatch(/^sluice: .*\n$/)
  })
})

test('without a command the help is output.printed as a complaint', async () => {
  expect(await runCommandLine([])).toBe(2)
  expect(output.printed).toBe('')
  expect(output.complaints).toContain('Usage: sluice')
})

test.each([['--help'], ['help', 'compare'], ['lesson', '--help'], ['suggest', '-h'], ['replay', '--help']])(
  'help that is asked for is output: %s %s',
  async (...args) => {
    expect(await runCommandLine(args)).toBe(0)
    expect(output.printed).toContain('Usage: sluice')
    expect(output.printed.split('\n').filter((line) => line.length > 80)).toEqual([])
    expect(output.complaints).toBe('')
  },
)

test('the version is that of the package', async () => {
  expect(await runCommandLine(['--version'])).toBe(0)
  expect(output.printed).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test.each([
  ['lesson', 'compare'],
  ['compare', '--traffic', 'on-off', '--limit', '1000/1m'],
  ['compare', '--traffic', shop],
  ['suggest', shop],
])('%s %s %s %s fits 80 columns, and is JSON when asked for', async (...args) => {
  expect(await runCommandLine(args)).toBe(0)
  expect(output.printed.split('\n').filter((line) => line.length > 80 && !line.includes(shop))).toEqual([])
  output.printed = ''
  expect(await runCommandLine([...args, '--json'])).toBe(0)
  expect(JSON.parse(output.printed)).toBeTypeOf('object')
  expect(output.complaints).toBe('')
})
