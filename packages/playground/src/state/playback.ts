/** Time: running, standing still, and going back and forth. */
import { speeds } from '../model/index.ts'
import type { Session, Stream } from './session.ts'

export function togglePlay(session: Session): void {
  if (session.player.isPaused) play(session)
  else pause(session)
}

export function play(session: Session): void {
  session.player.play()
  session.restartStream()
  session.refresh()
}

export function pause(session: Session): void {
  session.player.pause()
  session.refresh()
}

/** Shows one request more, or one less, and stands still. */
export function step(session: Session, direction: 1 | -1): void {
  if (direction === 1) session.player.stepForward()
  else session.player.stepBack()
  session.chosen.value = undefined
  session.refresh()
}

/** Goes to a time and stands still there. */
export function scrubTo(session: Session, nowMs: number): void {
  session.player.pause()
  session.player.scrubTo(nowMs)
  session.chosen.value = undefined
  // A slider that is dragged asks for a picture with every frame; words and numbers follow.
  session.refresh('picture')
}

export function setSpeed(session: Session, speed: number): void {
  session.player.speed = speed
  session.speed.value = speed
}

/** The next faster speed, or the next slower one. */
export function changeSpeed(session: Session, direction: 1 | -1): void {
  const next = speeds[speeds.indexOf(session.speed.value) + direction]
  if (next !== undefined) setSpeed(session, next)
}

/** Lets requests keep coming from now on; 0 per second stops them. */
export function setStream(session: Session, stream: Stream): void {
  session.stream.value = stream
  session.restartStream()
  if (stream.perSecond > 0) play(session)
}
