import { setupOf, trafficOf, type Question } from '../model/index.ts'
import { pause } from './playback.ts'
import { loadTraffic } from './send.ts'
import { SPAN_MS, type Session } from './session.ts'
import { spanFor } from './spans.ts'

/** Sends a question's requests through the lanes, and stands still where all of them can be seen. */
export function showQuestion(session: Session, question: Question): void {
  const traffic = trafficOf(question)
  session.settingsFault.value = undefined
  session.setup.value = setupOf(question)
  session.spanMs.value = Math.max(SPAN_MS, spanFor(question.untilMs - (traffic.times[0] ?? 0)))
  loadTraffic(session, traffic, question.untilMs)
  pause(session)
}
