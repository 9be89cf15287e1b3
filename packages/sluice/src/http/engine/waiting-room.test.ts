/** Places are free again, also those of requests that a runtime has dropped without a word. */
import { expect, test } from 'vitest'
import { manualSleep } from '../../../../../test/support/manual-sleep.ts'
import { manualClock } from '../../clock.ts'
import { WaitingRoom } from './waiting-room.ts'

function roomFor(most: number) {
  const clock = manualClock(0)
  const { sleep, wake } = manualSleep()
  return { room: new WaitingRoom(most, sleep, () => clock.now()), clock, wake }
}

test('a place is taken until its wait is over, or its request has left', async () => {
  const { room, wake } = roomFor(1)
  const first = room.enter(100)
  expect(room.enter(100)).toBeUndefined()
  wake()
  expect(await first?.over).toBe(true)
  const second = room.enter(100)
  expect(room.enter(100)).toBeUndefined()
  second?.leave()
  expect(await second?.over).toBe(false)
  expect(room.enter(100)).toBeDefined()
})

test('a request whose time has long come and who does not go on is taken for gone', () => {
  const { room, clock } = roomFor(2)
  room.enter(100)
  room.enter(10_000)
  clock.set(1099)
  expect(room.enter(100)).toBeUndefined()
  clock.set(2099)
  expect(room.enter(100)).toBeDefined()
  expect(room.enter(100)).toBeUndefined()
})

test('one that is only late goes on, and frees no place but its own', async () => {
  const { room, clock, wake } = roomFor(1)
  const late = room.enter(100)
  clock.set(1100)
  const next = room.enter(10_000)
  expect(next).toBeDefined()
  late?.leave()
  expect(await late?.over).toBe(false)
  expect(room.enter(100)).toBeUndefined()
  wake()
  expect(await next?.over).toBe(true)
})
