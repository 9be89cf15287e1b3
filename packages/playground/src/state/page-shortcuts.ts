import { signal, type Signal } from '@preact/signals'
import { changeSpeed, play, scrubTo, step, togglePlay } from './playback.ts'
import { selectBeside } from './selection.ts'
import { clearTraffic, type Sending } from './send.ts'
import type { Session } from './session.ts'
import type { Shortcut } from './shortcuts.ts'
import { nextTheme } from './theme.ts'

/** Whether the list of keys is open. */
export const isHelpOpen: Signal<boolean> = signal(false)

const JUMP_MS = 1000

/** @param keys separated by spaces; a space alone is the space bar */
function key(keys: string, shown: string, does: string, run: () => void): Shortcut {
  return { keys: keys === ' ' ? [keys] : keys.split(' '), shown, does, run }
}

/** The keys of the page, in the order of the help. */
export function pageShortcuts(session: Session, sending: Sending): readonly Shortcut[] {
  const jump = (byMs: number): void => scrubTo(session, session.player.nowMs + byMs)
  return [
    key('1 r R', '1', 'Send 1 request; hold the key to go on', sending.one),
    key('b B', 'B', 'Send a burst of 8', sending.burst),
    key('s S', 'S', 'Send 4 a second for 4 s', sending.steady),
    key('e E', 'E', 'Send 10 around the next window edge', sending.boundary),
    key('l L', 'L', 'Start the lessons’ 20 seconds', sending.lesson),
    key(' ', 'Space', 'Run or pause', () => togglePlay(session)),
    key('.', '.', 'One request forward', () => step(session, 1)),
    key(',', ',', 'One request back', () => step(session, -1)),
    key('ArrowRight', '→', 'Look at the next request', () => selectBeside(session, 1)),
    key('ArrowLeft', '←', 'Look at the request before', () => selectBeside(session, -1)),
    key(']', ']', 'One second forward', () => jump(JUMP_MS)),
    key('[', '[', 'One second back', () => jump(-JUMP_MS)),
    key('Home', 'Home', 'To the start', () => scrubTo(session, session.traffic.value.times[0] ?? 0)),
    key('End', 'End', 'To the last request, and on', () => {
      scrubTo(session, Math.max(session.player.nowMs, session.traffic.value.times.at(-1) ?? 0))
      play(session)
    }),
    key('+ =', '+', 'Faster', () => changeSpeed(session, 1)),
    key('-', '-', 'Slower', () => changeSpeed(session, -1)),
    key('0', '0', 'Begin again', () => clearTraffic(session)),
    key('t T', 'T', 'Next theme', nextTheme),
    key('?', '?', 'This list', () => {
      isHelpOpen.value = true
    }),
  ]
}
