import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Player } from './player.ts'
import { burstOf } from './recipe.ts'
import { Traffic } from './traffic.ts'

function trafficOf(times: readonly number[]): Traffic {
  const traffic = new Traffic()
  traffic.addAll(times)
  return traffic
}

test('time passes as fast as it is set to, and not while paused', () => {
  const player = new Player(trafficOf([100, 900]))
  player.advance(500)
  expect([player.nowMs, player.shown]).toEqual([500, 1])
  player.speed = 0.25
  player.advance(1000)
  expect(player.nowMs).toBe(750)
  player.pause()
  player.advance(1000)
  expect([player.nowMs, player.isPaused]).toEqual([750, true])
  player.play()
  player.advance(600)
  expect([player.nowMs, player.shown]).toEqual([900, 2])
})

test('steps show one request more, or less, also among those of one time', () => {
  const player = new Player(trafficOf([10, 50, 50, 50, 90]))
  const places: number[][] = []
  while (player.stepForward()) places.push([player.nowMs, player.shown])
  expect(places).toEqual([
    [10, 1],
    [50, 2],
    [50, 3],
    [50, 4],
    [90, 5],
  ])
  expect(player.isPaused).toBe(true)
  places.length = 0
  while (player.stepBack()) places.push([player.nowMs, player.shown])
  expect(places).toEqual([
    [50, 4],
    [50, 3],
    [50, 2],
    [10, 1],
    [10, 0],
  ])
})

test('from between two requests a step goes to the next one, and back to the last one but one', () => {
  const player = new Player(trafficOf([10, 50, 90]))
  player.scrubTo(60)
  player.stepForward()
  expect([player.nowMs, player.shown]).toEqual([90, 3])
  player.scrubTo(60)
  player.stepBack()
  expect([player.nowMs, player.shown]).toEqual([10, 1])
})

test('going on from a step shows what belongs to the time', () => {
  const player = new Player(trafficOf([50, 50, 50]))
  player.stepForward()
  expect(player.shown).toBe(1)
  player.play()
  player.advance(1)
  expect([player.nowMs, player.shown]).toEqual([51, 3])
})

test('requests that are added while time stands still show at once', () => {
  const traffic = trafficOf([50])
  const player = new Player(traffic, 100)
  player.pause()
  traffic.play(burstOf(8, 100))
  expect(player.shown).toBe(9)
})

test('a place can be moved to from a link', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 20 })), fc.nat({ max: 30 }), (times, steps) => {
      const traffic = trafficOf(times)
      const player = new Player(traffic)
      for (let i = 0; i < steps; i++) player.stepForward()
      const other = new Player(traffic)
      other.moveTo(player.nowMs, player.shown)
      expect([other.nowMs, other.shown]).toEqual([player.nowMs, player.shown])
    }),
  )
})
