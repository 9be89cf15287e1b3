import { afterEach, expect, test, vi } from 'vitest'
import { stopSignal } from './stop-signal.ts'

const listening = (): number[] => [process.listenerCount('SIGTERM'), process.listenerCount('SIGINT')]

afterEach(() => {
  vi.useRealTimers()
})

test('the same signal twice, as npm passes it on, counts once; one that comes later meets nobody and ends the process', async () => {
  vi.useFakeTimers()
  const before = listening()
  const stop = stopSignal()
  process.emit('SIGINT')
  process.emit('SIGINT')
  await stop
  vi.advanceTimersByTime(99)
  expect(listening()).toEqual(before.map((count) => count + 1))
  vi.advanceTimersByTime(1)
  expect(listening()).toEqual(before)
})
