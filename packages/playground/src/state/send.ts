/** Sends requests into the lanes, from now on. */
import { batch } from '@preact/signals'
import { SluiceError } from 'sluice'
import {
  boundaryOf,
  burstOf,
  everyFor,
  linkedSetup,
  lessonOf,
  oneRequest,
  Player,
  timesOf,
  Traffic,
  type Recipe,
} from '../model/index.ts'
import type { Announcer } from './announcer.ts'
import { play, scrubTo } from './playback.ts'
import { SPAN_MS, type Session } from './session.ts'
import { spanFor } from './spans.ts'

/** So long people are left to watch time run on, in real time. */
const PATIENCE_MS = 30_000

export type Sending = Readonly<Record<'one' | 'burst' | 'steady' | 'boundary' | 'lesson', () => void>>

/** What the buttons send, and their shortcuts. */
export function sendingOf(session: Session, announcer: Announcer): Sending {
  const now = (): number => Math.floor(session.player.nowMs)
  const send = (label: string, recipe: Recipe): void => {
    try {
      addToTraffic(session, recipe)
      announcer.follow(label, recipe)
    } catch (error) {
      if (!(error instanceof SluiceError)) throw error
      announcer.complain(error.message)
    }
  }
  const cost = (): number => session.setup.value.cost
  return {
    one: () => send('1 request', oneRequest(now(), cost())),
    burst: () => send('Burst of 8', burstOf(8, now(), cost())),
    steady: () => send('4 per second for 4 s', everyFor(4, 4000, now(), cost())),
    boundary: () => send('Boundary burst', boundaryOf(edgesMs(session), now(), cost())),
    lesson: () => {
      clearTraffic(session)
      session.spanMs.value = SPAN_MS
      session.setup.value = { ...linkedSetup(10, 1000, 'size'), shown: session.setup.value.shown }
      send('The lessons’ 20 seconds', lessonOf(0))
    },
  }
}

/** Takes everything back to the start: no requests, and time from 0. */
export function clearTraffic(session: Session): void {
  loadTraffic(session, new Traffic(), 0)
}

/** Shows other traffic from a time on. */
export function loadTraffic(session: Session, traffic: Traffic, nowMs: number): void {
  const { isPaused, speed } = session.player
  batch(() => {
    session.traffic.value = traffic
    session.player = new Player(traffic, nowMs)
    session.player.speed = speed
    if (isPaused) session.player.pause()
    session.trafficChanges.value += 1
    session.chosen.value = undefined
    session.restartStream()
    session.refresh()
  })
}

/** Where requests are still to come, time runs on to them, or goes there at once if that would take long. */
function addToTraffic(session: Session, recipe: Recipe): void {
  const { player } = session
  const times = timesOf(recipe)
  const lastMs = times.at(-1) ?? 0
  session.traffic.value.play(recipe)
  player.scrubTo(player.nowMs)
  batch(() => {
    session.trafficChanges.value += 1
    session.chosen.value = undefined
    if (lastMs <= player.nowMs) session.refresh()
    else if (lastMs - player.nowMs <= PATIENCE_MS * player.speed) play(session)
    else showAll(session, times[0] ?? 0, lastMs)
  })
}

function showAll(session: Session, firstMs: number, lastMs: number): void {
  session.spanMs.value = spanFor(2 * (lastMs - firstMs))
  scrubTo(session, lastMs)
}

/** The windows whose edge the boundary burst straddles. */
function edgesMs(session: Session): number {
  return session.setup.value.lanes['fixed-window'].windowMs
}
