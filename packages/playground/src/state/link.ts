/** The whole picture as an address to send to somebody. */
import { decodeLink, encodeLink } from '../model/index.ts'
import type { Announcer } from './announcer.ts'
import { setSpeed } from './playback.ts'
import { loadTraffic } from './send.ts'
import { SPAN_MS, type Session } from './session.ts'

/** Stands between the picture and how much time the axis shows, where that is not what it is at first. */
const SPAN_MARK = '~'

export type PageAddress =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly message: string }

export function addressOf({ setup, traffic, spanMs, player }: Session): PageAddress {
  const { nowMs, shown, speed } = player
  const link = encodeLink({ setup: setup.value, traffic: traffic.value, nowMs, shown, speed })
  if (!link.ok) return link
  const span = spanMs.value === SPAN_MS ? '' : SPAN_MARK + spanMs.value
  return { ok: true, url: `${location.href.split('#')[0]}#${link.hash}${span}` }
}

/** Shows the picture that the page was opened with, standing still as it was sent. */
export function openAddress(session: Session, announcer: Announcer): void {
  const [hash = '', span] = location.hash.slice(1).split(SPAN_MARK)
  if (hash === '') return
  const link = decodeLink(hash)
  if (!link.ok) {
    announcer.complain(`This link cannot be shown. ${link.message}`)
    return
  }
  const { setup, traffic, nowMs, shown, speed } = link.picture
  session.setup.value = setup
  if (Number(span) >= 1000) session.spanMs.value = Number(span)
  setSpeed(session, speed)
  loadTraffic(session, traffic, nowMs)
  session.player.moveTo(nowMs, shown)
  session.player.pause()
  session.refresh()
}
