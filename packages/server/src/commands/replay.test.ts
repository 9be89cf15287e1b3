import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { captureOutput } from '../../../../test/support/captured-output.ts'
import { runCommandLine } from '../command-line.ts'
import type { LogReport } from '../replay/log-report.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-replay-'))
const logs = new URL('../../../../test/fixtures/access-logs/', import.meta.url).pathname
const output = captureOutput()

afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

async function replayed(...args: string[]): Promise<LogReport[]> {
  expect(await runCommandLine(['replay', ...args, '--json'])).toBe(0)
  return (JSON.parse(output.printed) as { logs: LogReport[] }).logs
}

async function replayedOne(...args: string[]): Promise<LogReport> {
  return (await replayed(...args)).at(0)!
}

/** A Common Log Format line at so many seconds after noon. */
function line(second: number, client = '192.0.2.1', rest = '"GET / HTTP/1.1" 200 5'): string {
  const time = new Date(Date.UTC(2020, 0, 1, 12, 0, second)).toISOString().slice(11, 19)
  return `${client} - - [01/Jan/2020:${time} +0000] ${rest}\n`
}

test('prints as JSON what each algorithm would have done', async () => {
  const [log] = await replayed(`${logs}formats/nikto-probing.clf.log`, '--limit', '10/1s')
  const refused = { refused: 67, topRefused: [{ client: '172.17.0.1', refused: 67 }] }
  const result = {
    allowed: 10,
    clientsRefused: 1,
    busiestAllowed: 10,
    busiestServed: 10,
    maxWaitMs: 0,
    firstRefused: { client: '172.17.0.1', atMs: 1_632_919_025_000 },
    ...refused,
  }
  expect(log).toEqual({
    file: `${logs}formats/nikto-probing.clf.log`,
    format: 'common',
    formatLabel: 'Common Log Format',
    lines: 77,
    matched: 77,
    unmatched: {},
    firstUnmatched: {},
    clients: 1,
    firstMs: 1_632_919_025_000,
    lastMs: 1_632_919_025_000,
    resolutionMs: 1000,
    outOfOrder: 0,
    damage: null,
    warnings: [expect.stringContaining('whole seconds')],
    limits: [
      {
        limit: '10/1s',
        windowMs: 1000,
        offeredBusiest: { client: '172.17.0.1', count: 77 },
        algorithms: {
          'token-bucket': result,
          gcra: result,
          'leaky-bucket': { ...result, maxWaitMs: 900 },
          'fixed-window': result,
          'sliding-log': result,
          'sliding-window-counter': result,
        },
      },
    ],
  })
})

test('replays 10/1s and 100/60s unless told otherwise, and only the algorithms that are named', async () => {
  const shop = `${logs}zanbil-shop-2019.nginx.log`
  const log = await replayedOne(shop, '--algorithm', 'gcra', '--algorithm', 'sliding-log')
  expect(log.limits.map(({ limit }) => limit)).toEqual(['10/1s', '100/60s'])
  expect(log.limits.map(({ algorithms }) => Object.keys(algorithms))).toEqual([
    ['gcra', 'sliding-log'],
    ['gcra', 'sliding-log'],
  ])
})

describe('lines', () => {
  // Case B76.
  test('out of order decide as if they were sorted', async () => {
    const log = await replayedOne(file('late.log', line(2) + line(1) + line(3)), '--limit', '2/10s')
    expect([log.outOfOrder, log.lastMs! - log.firstMs!]).toEqual([1, 2000])
    const { firstRefused } = log.limits[0]!.algorithms['sliding-log']!
    expect(firstRefused?.atMs).toBe(log.firstMs! + 2000)
  })

  test('later than any look-ahead are sorted too', async () => {
    const minute = Array.from({ length: 140_000 }, (_, i) =>
      line(60 + Math.floor(i / 2000), `192.0.2.${i % 200}`),
    )
    const path = file('very-late.log', minute.join('') + line(0) + line(1) + line(2))
    const log = await replayedOne(path, '--limit', '2/10s', '--algorithm', 'sliding-log')
    expect([log.matched, log.outOfOrder]).toEqual([140_003, 3])
    expect(log.limits[0]!.algorithms['sliding-log']?.firstRefused).toEqual({
      client: '192.0.2.1',
      atMs: log.firstMs! + 2000,
    })
  })

  // Case B75.
  test('with escaped quotes count', async () => {
    const agent = String.raw`"GET / HTTP/1.1" 302 5080 "-" "\"Mozilla/5.0 (X)\""`
    expect((await replayedOne(file('escaped.log', line(1, '192.0.2.1', agent)))).matched).toBe(1)
  })

  // Case B78.
  test('whose request is only a dash count', async () => {
    const path = file('dash.log', '192.0.2.5 - - [05/Aug/2016:09:32:06 -0300] "-" 408 - "-" "-" 0/14\n')
    expect(await replayedOne(path)).toMatchObject({ matched: 1, firstMs: Date.UTC(2016, 7, 5, 12, 32, 6) })
  })

  // Case B79.
  test('have the offset of their zone applied, half hours too', async () => {
    const zones = ['+0100', '+0200', '+0330']
    const text = zones.map((zone) => `192.0.2.1 - - [01/Jan/1990:00:00:00 ${zone}] "GET / HTTP/1.1" 200 1\n`)
    const log = await replayedOne(file('zones.log', text.join('')))
    expect(new Date(log.firstMs!).toISOString()).toBe('1989-12-31T20:30:00.000Z')
    expect(new Date(log.lastMs!).toISOString()).toBe('1989-12-31T23:00:00.000Z')
  })

  // Case B80.
  test('with any protocol or none count, from gzip too', async () => {
    const requests = ['"GET / HTTP/2" 200 69668', '"GET /en HTTP/3.0" 403 1242', '"GET /old" 200 7']
    const text = requests.map((request, second) => line(second, '192.0.2.1', request)).join('')
    expect((await replayedOne(file('protocols.log.gz', gzipSync(text)))).matched).toBe(3)
  })

  test('that are left out are counted by reason, with the first one shown', async () => {
    const path = file(
      'odd.log',
      `${line(0)}192.0.2.1 - - [32/Jan/2020:00:00:00 +0000] "GET /" 200 1\n\n\n${line(1)}`,
    )
    const log = await replayedOne(path)
    expect(log.unmatched).toEqual({ 'the time cannot be read': 1, 'blank line': 2 })
    expect(log.firstUnmatched['the time cannot be read']).toMatchObject({ line: 2 })
    expect(await runCommandLine(['replay', path])).toBe(0)
    expect(output.printed).toContain('2 lines left out: blank line (first at line 3)')
    expect(output.printed).toContain(
      '1 line left out: the time cannot be read (line 2)\n    192.0.2.1 - - [32/Jan/2020',
    )
  })

  test('may end with CR LF, and the last one with nothing', async () => {
    const text = (line(0) + line(1) + line(2)).replaceAll('\n', '\r\n').slice(0, -2)
    expect(await replayedOne(file('crlf.log', text))).toMatchObject({ lines: 3, matched: 3 })
  })

  test('may hold bytes that are no UTF-8, be megabytes long, and come from IPv6', async () => {
    const bytes = Buffer.concat([
      Buffer.from(line(0, '2001:db8::1', `"GET /${'x'.repeat(5_000_000)} HTTP/1.1" 200 5`)),
      Buffer.from(line(1, '2001:db8::1', '"GET /\u00ff\u00fe HTTP/1.1" 200 5'), 'latin1'),
      Buffer.from(line(2, '2001:db8::1')),
    ])
    const log = await replayedOne(file('bytes.log', bytes), '--limit', '2/1m')
    expect(log).toMatchObject({ lines: 3, matched: 3, clients: 1 })
    expect(log.limits[0]!.offeredBusiest).toEqual({ client: '2001:db8::1', count: 3 })
  })

  test('of a table cost what a column says', async () => {
    const path = file(
      'calls.csv',
      'when,who,tokens\n2020-01-01T00:00:00Z,ann,8\n2020-01-01T00:00:01Z,ann,3\n',
    )
    const fields = ['--format', 'csv', '--time', 'when', '--key', 'who', '--cost', 'tokens']
    const log = await replayedOne(path, ...fields, '--limit', '10/1h')
    expect(log.limits[0]!.offeredBusiest).toEqual({ client: 'ann', count: 11 })
    expect(log.limits[0]!.algorithms['fixed-window']).toMatchObject({
      allowed: 1,
      refused: 1,
      busiestAllowed: 8,
    })
  })
})

describe('several logs', () => {
  test('are replayed each on its own, or as one', async () => {
    const paths = [file('new.log', line(5) + line(6)), file('old.log', line(0) + line(1))]
    const apart = await replayed(...paths, '--limit', '3/1m')
    expect(apart.map(({ matched }) => matched)).toEqual([2, 2])
    output.printed = ''
    const merged = await replayed(...paths, '--limit', '3/1m', '--merge')
    expect(merged).toHaveLength(1)
    expect(merged[0]).toMatchObject({ file: paths.join(', '), matched: 4, clients: 1, format: 'common' })
    expect(merged[0]!.limits[0]!.algorithms.gcra).toMatchObject({ allowed: 3, refused: 1 })
    expect(merged[0]!.limits[0]!.algorithms.gcra!.firstRefused?.atMs).toBe(merged[0]!.lastMs)
  })

  test('are reported even if one of them cannot be read, and the command fails', async () => {
    const good = file('good.log', line(0))
    expect(await runCommandLine(['replay', join(folder, 'missing.log'), good, '--json'])).toBe(1)
    expect((JSON.parse(output.printed) as { logs: LogReport[] }).logs.map((log) => log.file)).toEqual([good])
    expect(output.complaints).toMatch(/^sluice: cannot read .*missing\.log: there is no such file\n$/)
  })
})

describe('a log that cannot be used ends the command with 1, one clear line and no report', () => {
  test.each([
    ['missing', () => join(folder, 'missing.log'), 'there is no such file'],
    ['a folder', () => folder, 'it is a folder'],
    ['empty', () => file('empty.log', ''), 'empty.log: the log is empty'],
    [
      'no log at all',
      () => file('prose.log', 'It was a dark night.\nRain fell.\n'),
      'prose.log: no known log format',
    ],
    [
      'an image',
      () => file('image.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')),
      'image.png',
    ],
    [
      'gzip cut off before any line',
      () => file('cut.gz', gzipSync(line(0)).subarray(0, 12)),
      'cut.gz is cut off',
    ],
    [
      'damaged gzip',
      () => file('bad.gz', Buffer.concat([gzipSync(line(0)).subarray(0, 12), Buffer.alloc(99, 255)])),
      'bad.gz is damaged',
    ],
  ])('%s', async (_, path, message) => {
    expect(await runCommandLine(['replay', path()])).toBe(1)
    expect(output.printed).toBe('')
    expect(output.complaints).toContain(message)
    expect(output.complaints).toMatch(/^sluice: [^\n]*\n$/)
  })
})

// Case B77.
test('gzip that is cut off is reported up to there, and then fails', async () => {
  const bytes = gzipSync(line(3))
  const path = file(
    'two.gz',
    Buffer.concat([gzipSync(line(0) + line(1)), bytes.subarray(0, bytes.length / 2)]),
  )
  expect(await runCommandLine(['replay', path, '--json'])).toBe(1)
  const [log] = (JSON.parse(output.printed) as { logs: LogReport[] }).logs
  expect(log).toMatchObject({ matched: 2, damage: expect.stringContaining('two.gz is cut off') })
  expect(output.complaints).toMatch(/^sluice: .*two\.gz is cut off[^\n]*\n$/)
})

describe('a wrong call ends the command with 2', () => {
  const shop = `${logs}zanbil-shop-2019.nginx.log`
  test.each([
    ['an algorithm that does not exist', ['--algorithm', 'bucket'], 'sliding-window-counter'],
    ['a limit that is none', ['--limit', 'lots'], '100/60s'],
    ['a limit that cannot be exact', ['--limit', '9007199254740991/7s'], '2^53'],
    ['a plot of two logs', [shop, '--plot', join(folder, 'two.svg')], '--merge'],
    ['a field that is not there', ['--format', 'csv', '--time', 'when'], 'when'],
  ])('%s', async (_, args, message) => {
    expect(await runCommandLine(['replay', shop, ...args])).toBe(2)
    expect(output.complaints).toContain(message)
    expect(output.complaints).toMatch(/^sluice: /)
  })
})

async function warnings(...args: string[]): Promise<readonly string[]> {
  return (await replayedOne(...args)).warnings
}

describe('stamps that are coarse for a window', () => {
  test('are told for windows up to ten units long', async () => {
    const path = file('seconds.log', line(0))
    const limits = ['1/500ms', '5/1s', '9/10s', '9/11s', '100/60s'].flatMap((limit) => ['--limit', limit])
    expect(await warnings(path, ...limits)).toEqual([
      expect.stringMatching(/^1\/500ms: .*longer than the window of 500 ms/),
      expect.stringMatching(/^5\/1s: .*window of 1 s/),
      expect.stringMatching(/^9\/10s: .*window of 10 s/),
    ])
  })

  test('are none where stamps are finer than a second', async () => {
    expect(await warnings(`${logs}formats/squid-native.log`, '--limit', '10/1s')).toEqual([])
  })
})

test('the report for people fits 80 columns and names who is refused', async () => {
  expect(
    await runCommandLine(['replay', `${logs}semicomplete-2015.combined.log.gz`, '--limit', '7/10s']),
  ).toBe(0)
  const widest = Math.max(
    ...output.printed
      .split('\n')
      .slice(1)
      .map((text) => text.length),
  )
  expect(widest).toBeLessThanOrEqual(80)
  expect(output.printed).toContain('1 line left out: a quote is not closed (line 8,899)')
  expect(output.printed).toMatch(/^sliding-log +9,604 +395 /m)
  expect(output.printed).toContain('Most refused:')
})

test('draws allowed and refused requests over time', async () => {
  const plot = join(folder, 'plot.svg')
  expect(
    await runCommandLine(['replay', `${logs}iis-2015.w3c.log`, '--limit', '10/60s', '--plot', plot]),
  ).toBe(0)
  const svg = readFileSync(plot, 'utf8')
  expect(svg).toMatch(/^<svg /)
  expect(svg).toContain('sliding-log, 10/60s: 172 refused')
})

test('a plot that cannot be written fails the command after the report', async () => {
  const plot = join(folder, 'no', 'such', 'folder.svg')
  expect(await runCommandLine(['replay', file('one.log', line(0)), '--plot', plot])).toBe(1)
  expect(output.printed).toContain('1 request of 1 client')
  expect(output.complaints).toMatch(/^sluice: cannot write .*folder\.svg[^\n]*\n$/)
})
