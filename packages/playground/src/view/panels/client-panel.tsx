import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { clientView, type ClientView, type LaneName, type LaneRun } from '../../model/index.ts'
import { useApp } from '../../state/app.ts'
import { selectBeside } from '../../state/selection.ts'
import { clockText } from '../../words/clock-text.ts'
import { countText } from '../../words/count-text.ts'
import { durationText } from '../../words/duration-text.ts'
import { laneTitles } from '../../words/lane-titles.ts'
import { Icon } from '../parts/icon.tsx'
import { Panel } from '../parts/panel.tsx'
import { HttpResponse } from './http-response.tsx'

/** The answer to one request, as the library's middleware would send it. */
export function ClientPanel(): VNode {
  const { session } = useApp()
  const selected = session.selected.value
  return (
    <Panel name="client" title="What would my client see?">
      {selected === undefined ? (
        <p class="empty">Send a request, then choose one on the lanes: click it, or press ← and →.</p>
      ) : (
        <Answers selected={selected} />
      )}
    </Panel>
  )
}

function Answers({ selected }: { readonly selected: number }): VNode {
  const { session } = useApp()
  const runs = session.runs.value
  const [lane, setLane] = useState<LaneName>('token-bucket')
  const shown = runs.find(({ name }) => name === lane) ?? runs[0]
  return (
    <>
      <RequestChoice selected={selected} />
      <div class="answers" role="group" aria-label="Lane whose answer is shown">
        {runs.map((run) => (
          <AnswerButton
            key={run.name}
            run={run}
            selected={selected}
            isShown={run === shown}
            onChoose={() => setLane(run.name)}
          />
        ))}
      </div>
      {shown === undefined ? null : <HttpResponse response={answerOf(shown, selected)} />}
    </>
  )
}

function RequestChoice({ selected }: { readonly selected: number }): VNode {
  const { session } = useApp()
  const isLast = selected + 1 >= session.summed.value.count
  return (
    <div class="request-choice">
      <button
        type="button"
        class="button square"
        disabled={selected === 0}
        onClick={() => selectBeside(session, -1)}
      >
        <Icon name="left" />
        <span class="visually-hidden">Request before</span>
      </button>
      <p>
        Request <strong>{countText(selected + 1)}</strong> at{' '}
        {clockText(session.traffic.value.times[selected] ?? 0, 0)}
      </p>
      <button type="button" class="button square" disabled={isLast} onClick={() => selectBeside(session, 1)}>
        <Icon name="right" />
        <span class="visually-hidden">Next request</span>
      </button>
    </div>
  )
}

function answerOf(run: LaneRun, index: number): ClientView {
  return clientView(run.decisionAt(index), run.limit)
}

interface AnswerButtonProps {
  readonly run: LaneRun
  readonly selected: number
  readonly isShown: boolean
  readonly onChoose: () => void
}

function AnswerButton({ run, selected, isShown, onChoose }: AnswerButtonProps): VNode {
  const { allowed, delayMs } = run.decisionAt(selected)
  const outcome = allowed ? (delayMs > 0 ? 'queued' : 'allowed') : 'refused'
  return (
    <button type="button" class={`answer ${outcome}`} aria-pressed={isShown} onClick={onChoose}>
      <span class="mark" aria-hidden="true" />
      <span class="answer-lane">{laneTitles[run.name]}</span>
      <span class="answer-status">
        {outcome === 'queued' ? `200 after ${durationText(delayMs)}` : allowed ? '200' : '429'}
      </span>
    </button>
  )
}
