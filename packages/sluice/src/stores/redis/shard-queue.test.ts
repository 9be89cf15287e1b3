import { EventEmitter, once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fixedWindow } from '../../limits/fixed-window.ts'
import type { RedisScripting } from './clients/redis-scripting.ts'
import { promised } from '../asker.ts'
import { placementOf } from './placement.ts'
import type { Request } from './request.ts'
import { ShardQueue } from './shard-queue.ts'
import { SharedLimit } from './wire/shared-limit.ts'

const DEADLINE_MS = 50
const MOST_UNDER_WAY = 16

const limit = new SharedLimit('test', fixedWindow({ limit: 5, window: '1h' }), false)

function check(key: string): Request {
  return { verb: 'check', cost: 1, limits: [limit], places: [placementOf(key, 1)], more: [] }
}

/** A queue to a client of which every call is answered by hand. */
function setting(more: Partial<RedisScripting> = {}) {
  const time = { nowMs: 1_780_000_000_000 }
  const calls: { readonly args: readonly string[]; reject(error: Error): void }[] = []
  const queue = new ShardQueue('sluice{0}:', {
    redis: {
      isCluster: false,
      evalSha: (_, __, args) => new Promise((___, reject) => calls.push({ args, reject })),
      evalText: () => Promise.reject(new Error('never asked')),
      ...more,
    },
    deadlineMs: DEADLINE_MS,
    timeMs: () => undefined,
    elapsedMs: () => time.nowMs,
  })
  return { queue, calls, time }
}

function answerOf(queue: ShardQueue, key: string): Promise<unknown> {
  return promised((asker) => queue.ask(check(key), asker))
}

async function sendEach(queue: ShardQueue, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    answerOf(queue, `key ${number}`).catch(() => undefined)
    await nextTurn()
    await nextTurn()
  }
}

test('calls that a library never answers take no room once nobody waits for them', async () => {
  const { queue, calls, time } = setting()
  await sendEach(queue, MOST_UNDER_WAY + 1)
  expect(calls).toHaveLength(MOST_UNDER_WAY)
  time.nowMs += DEADLINE_MS + 1
  await sendEach(queue, 1)
  expect(calls).toHaveLength(MOST_UNDER_WAY + 1)
})

test('what waited too long for the first connection is not sent', async () => {
  const client = new EventEmitter()
  const { queue, calls, time } = setting({ whenReady: () => once(client, 'ready') })
  const answer = answerOf(queue, 'key')
  await nextTurn()
  time.nowMs += DEADLINE_MS + 1
  client.emit('ready')
  await expect(answer).rejects.toMatchObject({ code: 'ERR_STORE_TIMEOUT' })
  expect(calls).toEqual([])
})

test('a replica makes whoever can connect anew', async () => {
  let reconnects = 0
  const { queue, calls } = setting({ reconnect: () => reconnects++ })
  const answer = answerOf(queue, 'key')
  await nextTurn()
  await nextTurn()
  calls[0]?.reject(new Error("READONLY You can't write against a read only replica."))
  await expect(answer).rejects.toThrow('READONLY')
  expect(reconnects).toBe(1)
})

test('a call that the server finds late is sent again while its caller waits, by the time that it told', async () => {
  const { queue, calls, time } = setting()
  const answer = answerOf(queue, 'key')
  await nextTurn()
  await nextTurn()
  const serverMs = time.nowMs + 3_600_000
  time.nowMs += 10
  calls[0]?.reject(new Error(`SLUICE_LATE ${serverMs}`))
  await nextTurn()
  await nextTurn()
  expect(calls).toHaveLength(2)
  const [, lateMs] = calls[1]?.args ?? []
  expect(Number(lateMs)).toBe(serverMs + 10 + DEADLINE_MS)

  time.nowMs += DEADLINE_MS
  calls[1]?.reject(new Error(`SLUICE_LATE ${serverMs + 100}`))
  await expect(answer).rejects.toMatchObject({ code: 'ERR_STORE_TIMEOUT' })
  expect(calls).toHaveLength(2)
})

/** The keys that a call asks about. */
function keysOf({ args }: { readonly args: readonly string[] }): readonly string[] {
  return args.filter((arg) => /key \w+$/.test(arg)).map((arg) => arg.slice(arg.indexOf('key ')))
}

test('who asks again while being told that it is too late is sent once, and nobody else is lost', async () => {
  const { queue, calls, time } = setting()
  await sendEach(queue, MOST_UNDER_WAY)
  const asked: Promise<unknown>[] = []
  const failed = (): void => {
    for (let again = 0; again < 40; again++) asked.push(answerOf(queue, `key again${again}`))
  }
  for (const key of ['key late0', 'key late1']) queue.ask(check(key), { answered: () => {}, failed })
  time.nowMs += DEADLINE_MS + 1
  asked.push(answerOf(queue, 'key new'))
  await nextTurn()
  await nextTurn()
  const sent = calls.slice(MOST_UNDER_WAY).flatMap(keysOf)
  const again = Array.from({ length: 40 }, (_, number) => `key again${number}`)
  expect(sent.toSorted()).toEqual([...again, ...again, 'key new'].toSorted())
})

test.each([
  [31, [31]],
  [32, [32]],
  [64, [32, 32]],
  [65, [32, 32, 1]],
  [200, [32, 32, 64, 64, 8]],
])('%i requests of one turn are sent as batches of %j', async (count, sizes) => {
  const { queue, calls } = setting()
  for (let number = 0; number < count; number++) void answerOf(queue, `key ${number}`)
  await nextTurn()
  await nextTurn()
  expect(calls.map((call) => keysOf(call).length)).toEqual(sizes)
})
