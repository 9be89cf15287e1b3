import { expect, test } from 'vitest'
import { manualTimers, settled } from '../../../../../test/support/manual-timers.ts'
import { deferred } from '../../../../../test/support/deferred.ts'
import { Deadline } from './deadline.ts'

function deadlineOf(deadlineMs = 50) {
  const timers = manualTimers()
  const ends: string[] = []
  const deadline = new Deadline('store', deadlineMs, timers.clock, timers, {
    answered: (permit) => ends.push(`${permit} answered`),
    failed: (permit, fault) => {
      ends.push(`${permit} failed`)
      return fault
    },
  })
  return { timers, ends, deadline }
}

/** How a promise stands, without waiting for it. */
async function standing(promise: Promise<unknown>): Promise<unknown> {
  const pending = Promise.race([promise, settled().then(() => 'pending')])
  return pending.catch((fault: unknown) => (fault as { code?: string }).code ?? fault)
}

test('an answer in time is the answer, and a failure in time the failure', async () => {
  const { deadline, ends } = deadlineOf()
  await expect(deadline.run(1, Promise.resolve(5))).resolves.toBe(5)
  const fault = new Error('gone')
  await expect(deadline.run(2, Promise.reject(fault))).rejects.toBe(fault)
  expect(ends).toEqual(['1 answered', '2 failed'])
})

test('a call ends at its deadline, not before, each by its own start', async () => {
  const { deadline, timers } = deadlineOf()
  const first = deadline.run(1, deferred().promise)
  await timers.advance(20)
  const second = deadline.run(2, deferred().promise)
  await timers.advance(29)
  expect(await standing(first)).toBe('pending')
  await timers.advance(1)
  expect(await standing(first)).toBe('ERR_STORE_TIMEOUT')
  await timers.advance(19)
  expect(await standing(second)).toBe('pending')
  await timers.advance(1)
  expect(await standing(second)).toBe('ERR_STORE_TIMEOUT')
  expect(deadline.pending).toBe(0)
})

test('calls that are answered in time need no timer of their own', async () => {
  const { deadline, timers } = deadlineOf()
  for (let call = 0; call < 1000; call++) {
    await deadline.run(call, Promise.resolve(call))
    if (call % 10 === 0) await timers.advance(1)
  }
  expect(timers.started()).toBeLessThanOrEqual(3)
})

test('the timer goes for the oldest call that waits, whoever has been answered meanwhile', async () => {
  const { deadline, timers } = deadlineOf()
  const early = deferred()
  const answered = deadline.run(1, early.promise)
  await timers.advance(10)
  const waiting = deadline.run(2, deferred().promise)
  early.resolve('early')
  await timers.advance(49)
  expect(await standing(answered)).toBe('early')
  expect(await standing(waiting)).toBe('pending')
  await timers.advance(1)
  expect(await standing(waiting)).toBe('ERR_STORE_TIMEOUT')
})

test('only a call that waits keeps the process alive, and an idle timer ends by itself', async () => {
  const { deadline, timers } = deadlineOf()
  const late = deferred<string>()
  const answer = deadline.run(1, late.promise)
  expect(timers.holding()).toBe(1)
  late.resolve('done')
  await answer
  expect([timers.running(), timers.holding()]).toEqual([1, 0])
  void deadline.run(2, deferred().promise).catch(() => undefined)
  expect(timers.holding()).toBe(1)
  await timers.advance(100)
  expect(timers.running()).toBe(0)
})

test.each(['answer', 'failure'])('a late %s is dropped and told to nobody', async (kind) => {
  const { deadline, timers, ends } = deadlineOf()
  const late = deferred()
  const call = deadline.run(1, late.promise)
  await timers.advance(50)
  expect(await standing(call)).toBe('ERR_STORE_TIMEOUT')
  if (kind === 'answer') late.resolve('late')
  else late.reject(new Error('late'))
  await settled()
  expect(ends).toEqual(['1 failed'])
  expect(deadline.pending).toBe(0)
})

test('after the process stood still, answers that lie unread are read before the store is blamed', async () => {
  const { deadline, timers } = deadlineOf()
  const unread = deferred()
  const read = deadline.run(1, unread.promise)
  const lost = deadline.run(2, deferred().promise)
  await timers.stall(300)
  unread.resolve('read')
  await timers.advance(1)
  expect(await standing(read)).toBe('read')
  expect(await standing(lost)).toBe('ERR_STORE_TIMEOUT')
})

test('the fault names the store and the time', async () => {
  const { deadline, timers } = deadlineOf(20)
  const fault = deadline.run(1, deferred().promise).catch((thrown: unknown) => thrown)
  await timers.advance(20)
  expect(await fault).toMatchObject({ message: 'store gave no answer within 20 ms.', value: 'store' })
})

test('a call that is made while others end waits for its own time', async () => {
  const timers = manualTimers()
  let again: Promise<unknown> | undefined
  const deadline = new Deadline('store', 50, timers.clock, timers, {
    answered: () => undefined,
    failed: (permit, fault) => {
      if (permit === 1) again = deadline.run(2, deferred().promise)
      return fault
    },
  })
  const first = deadline.run(1, deferred().promise)
  await timers.advance(50)
  expect(await standing(first)).toBe('ERR_STORE_TIMEOUT')
  await timers.advance(49)
  expect(await standing(again as Promise<unknown>)).toBe('pending')
  await timers.advance(1)
  expect(await standing(again as Promise<unknown>)).toBe('ERR_STORE_TIMEOUT')
})
