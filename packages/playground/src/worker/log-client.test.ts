import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { arrivalCurve, busiestWindow } from 'sluice/simulate'
import { describe, expect, test } from 'vitest'
import { LaneRun } from '../model/lane-run.ts'
import type { LaneName } from '../model/lane-name.ts'
import { sameLimit } from '../model/setup.ts'
import { Traffic } from '../model/traffic.ts'
import { Answerer } from './answerer.ts'
import { LogClient, type MessagePeer } from './log-client.ts'
import type { ReadProgress } from './log-overview.ts'
import type { Reply } from './messages.ts'

/** A page and a worker in one thread: messages are copied, and arrays handed over, as between two. */
function linked(): LogClient {
  const listeners: ((event: { readonly data: Reply }) => void)[] = []
  const answerer = new Answerer((reply, transfer) => {
    const data = structuredClone(reply, { transfer })
    for (const listener of listeners) listener({ data })
  })
  const peer: MessagePeer = {
    postMessage: (question) => void answerer.answer(question),
    addEventListener: (type: string, listener: never) => {
      if (type === 'message') listeners.push(listener)
    },
  }
  return new LogClient(peer)
}

test('a worker that does not load, or breaks down, leaves nobody waiting', async () => {
  const onError: (() => void)[] = []
  const peer: MessagePeer = {
    postMessage: () => {},
    addEventListener: (type: string, listener: never) => {
      if (type === 'error') onError.push(listener)
    },
  }
  const client = new LogClient(peer)
  const answers = [client.find('ann'), client.read(new File(['x'], 'x.log'))]
  for (const breakDown of onError) breakDown()
  expect((await Promise.allSettled(answers)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(client.isGone).toBe(true)
  await expect(client.chart()).rejects.toThrow('load the page anew')
})

const fixtures = new URL('../../../../test/fixtures/', import.meta.url)

function logFile(name: string): File {
  return new File([readFileSync(new URL(`access-logs/${name}`, fixtures))], name)
}

interface Truth {
  readonly matched: number
  readonly lines: number
  readonly clients: number
  readonly first_ms: number
  readonly last_ms: number
  readonly busiest_client: { readonly client: string; readonly requests: number }
  readonly limits?: Record<
    string,
    {
      readonly limit: number
      readonly window_ms: number
      readonly algorithms: Record<string, { readonly allowed: number }>
    }
  >
}

const { logs } = JSON.parse(readFileSync(new URL('truth/replay-expected.json', fixtures), 'utf8')) as {
  readonly logs: Record<string, Truth>
}

const lanesInTruth: Readonly<Record<string, LaneName>> = {
  token_bucket: 'token-bucket',
  gcra: 'gcra',
  leaky_queue: 'leaky-bucket',
  fixed_window: 'fixed-window',
  sliding_log: 'sliding-log',
  sliding_counter: 'sliding-window-counter',
}

describe('a dropped log', () => {
  test.each(Object.entries(logs))('%s: what is in it', async (name, truth) => {
    const overview = await linked().read(logFile(name))
    expect(overview).toMatchObject({
      fileName: name,
      lines: truth.lines,
      requests: truth.matched,
      unmatched: truth.lines - truth.matched,
      clients: truth.clients,
      firstMs: truth.first_ms,
      lastMs: truth.last_ms,
      shortfall: undefined,
    })
    expect(overview.top[0]!.requests).toBe(truth.busiest_client.requests)
  })

  test.each(['iis-2015.w3c.log', 'formats/squid-native.log'])(
    '%s: every lane lets through what it should, client by client',
    async (name) => {
      const log = linked()
      const { top, clients } = await log.read(logFile(name))
      expect(top).toHaveLength(clients)
      const traffics = await Promise.all(
        top.map(async ({ client, requests }) => {
          const { times, costs } = await log.requestsOf(client)
          expect(times).toHaveLength(requests)
          const traffic = new Traffic()
          traffic.addAll(times, costs)
          return traffic
        }),
      )
      for (const { limit, window_ms: windowMs, algorithms } of Object.values(logs[name]!.limits!)) {
        for (const [key, lane] of Object.entries(lanesInTruth)) {
          const served = traffics.map(
            (traffic) =>
              new LaneRun(lane, sameLimit(limit, windowMs, 'size'), traffic).numbers(Infinity).served,
          )
          expect(served.reduce((sum, count) => sum + count, 0)).toBe(algorithms[key]!.allowed)
        }
      }
    },
  )
})

/** Lines as a server writes them: two clients in turn, one request a second. */
function textOf(lines: number): string {
  return Array.from({ length: lines }, (_, i) => {
    const time = new Date(Date.UTC(2026, 0, 1) + i * 1000).toISOString()
    return `{"time":"${time}","client":"192.0.2.${i % 2}","path":"/"}\n`
  }).join('')
}

function gzip(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gzipSync(text))
}

describe('a file', () => {
  test('tells its progress by its bytes, from the first part to the last', async () => {
    const steps: ReadProgress[] = []
    const text = textOf(20_000)
    const parts = Array.from({ length: 400 }, (_, i) =>
      text.slice((text.length / 400) * i, (text.length / 400) * (i + 1)),
    )
    const file = new File(parts, 'a.jsonl')
    await linked().read(file, (progress) => steps.push(progress))
    expect(steps.length).toBeGreaterThan(5)
    expect(steps.length).toBeLessThanOrEqual(201)
    expect(steps.map(({ bytes }) => bytes)).toEqual(steps.map(({ bytes }) => bytes).toSorted((a, b) => a - b))
    expect(steps.at(-1)).toEqual({ bytes: file.size, totalBytes: file.size, requests: expect.any(Number) })
  })

  test('of several gzip members is read as one', async () => {
    const text = textOf(3000)
    const cut = text.indexOf('\n', 50_000) + 1
    const file = new File([gzip(text.slice(0, cut)), gzip(text.slice(cut)), gzip('')], 'a.jsonl.gz')
    expect(await linked().read(file)).toMatchObject({ requests: 3000, clients: 2, shortfall: undefined })
  })

  test('whose gzip data looks like the beginning of a member in the middle is read in full', async () => {
    // Stored without compression, so that the beginning of a member stands in the data as it is.
    const text = `${textOf(10)}\u001f\u008b\b\u0000\n${textOf(1000)}`
    const bytes = new Uint8Array(gzipSync(Buffer.from(text, 'latin1'), { level: 0 }))
    expect(await linked().read(new File([bytes], 'a.gz'))).toMatchObject({ requests: 1010, unmatched: 1 })
  })

  test('that is cut off gives what comes before, and says so', async () => {
    const bytes = gzip(textOf(50_000))
    const cut = new File([bytes.subarray(0, bytes.length - 5000)], 'a.gz')
    const { requests, shortfall } = await linked().read(cut)
    expect(requests).toBeGreaterThan(1000)
    expect(requests).toBeLessThan(50_000)
    expect(shortfall).toContain('cut off')
  })

  test.each([
    ['of another compression', Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0), 'Zstandard'],
    ['that is empty', new Uint8Array(0), 'no log'],
    ['that is no log', new TextEncoder().encode('a poem\nin two lines\n'), 'JSON lines'],
    ['without a request', new TextEncoder().encode('#Fields: date time c-ip\n'), 'holds no request'],
    ['of broken gzip data', Uint8Array.of(0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8), 'damaged'],
  ])('%s is refused in words', async (_, bytes, words) => {
    await expect(linked().read(new File([bytes], 'a'))).rejects.toThrow(words)
  })
})

describe('questions', () => {
  test('before a log is read are refused in words', async () => {
    await expect(linked().requestsOf(0)).rejects.toThrow('No log has been read yet.')
  })

  test('about clients by a part of their name, the busiest first', async () => {
    const log = linked()
    const { top } = await log.read(logFile('zanbil-shop-2019.nginx.log'))
    const found = await log.find('66.249', 2)
    expect(found).toEqual(top.filter(({ name }) => name.includes('66.249')).slice(0, 2))
    expect(await log.find('no such client')).toEqual([])
    expect(top.map(({ requests }) => requests)).toEqual(
      top.map(({ requests }) => requests).toSorted((a, b) => b - a),
    )
  })

  test('about all requests, as if one client had sent them, in the order of their times', async () => {
    const log = linked()
    const { requests, firstMs, lastMs } = await log.read(logFile('semicomplete-2015.combined.log.gz'))
    const { times, costs } = await log.requestsOf('all')
    expect(times).toHaveLength(requests)
    expect(times).toEqual(times.toSorted())
    expect([times[0], times.at(-1)]).toEqual([firstMs, lastMs])
    expect(costs.every((cost) => cost === 1)).toBe(true)
  })

  test('about costs that a column holds', async () => {
    const log = linked()
    const text =
      'at,who,units\n2026-01-01T00:00:00Z,a,3\n2026-01-01T00:00:01Z,a,0\n2026-01-01T00:00:01Z,b,7\n'
    await log.read(new File([text], 'a.csv'), undefined, {
      timeField: 'at',
      keyField: 'who',
      costField: 'units',
    })
    const [a, b] = [await log.find('a'), await log.find('b')]
    expect([...(await log.requestsOf(a[0]!.client)).costs]).toEqual([3, 0])
    expect([...(await log.requestsOf(b[0]!.client)).costs]).toEqual([7])
  })

  test('about bursts: each curve is that of the clients it leaves out none of', async () => {
    const log = linked()
    const { top, clients } = await log.read(logFile('zanbil-shop-2019.nginx.log'))
    const { rates, curves } = await log.chart([0.5, 1])
    const byClient = await Promise.all(
      top.map(async ({ client }) => {
        const { times } = await log.requestsOf(client)
        return {
          times,
          needs: arrivalCurve(
            times,
            rates.map(({ text }) => text),
          ),
        }
      }),
    )
    expect(byClient).toHaveLength(clients)
    for (const { share, clients: count, bursts } of curves) {
      expect(count).toBe(Math.ceil(share * clients))
      bursts.forEach((burst, rate) => {
        const satisfied = byClient.filter(({ needs }) => needs[rate]! <= burst).length
        const withLess = byClient.filter(({ needs }) => needs[rate]! <= burst - 1).length
        expect(satisfied).toBeGreaterThanOrEqual(count)
        expect(withLess).toBeLessThan(count)
      })
    }
    const busiest = Math.max(...byClient.map(({ times }) => busiestWindow(times, 1000).count))
    expect(rates.at(-1)!.amount / rates.at(-1)!.periodMs).toBeGreaterThanOrEqual(busiest / 1000)
  })
})
