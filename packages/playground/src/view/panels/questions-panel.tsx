import type { VNode } from 'preact'
import { useId, useState } from 'preact/hooks'
import { answerTo, questions, type Question } from '../../model/index.ts'
import { useApp } from '../../state/app.ts'
import { showQuestion } from '../../state/show-question.ts'
import { countText } from '../../words/count-text.ts'
import { durationText } from '../../words/duration-text.ts'
import { Panel } from '../parts/panel.tsx'

/** Questions to check oneself by; the lanes answer them. */
export function QuestionsPanel(): VNode {
  const [at, setAt] = useState(0)
  const question = questions[at % questions.length]!
  return (
    <Panel name="questions" title="Check yourself" about="Choose, and the lanes work out the answer.">
      <QuestionView key={question.id} question={question} />
      <div class="panel-actions">
        <span class="muted">{`${(at % questions.length) + 1} of ${questions.length}`}</span>
        <button type="button" class="button" onClick={() => setAt(at + 1)}>
          Next question
        </button>
      </div>
    </Panel>
  )
}

function QuestionView({ question }: { readonly question: Question }): VNode {
  const { session } = useApp()
  const id = useId()
  const [chosen, setChosen] = useState<number>()
  const choose = (choice: number): void => {
    setChosen(choice)
    showQuestion(session, question)
  }
  return (
    <div class="question">
      <p id={id}>{question.text}</p>
      <div class="choices" role="group" aria-labelledby={id}>
        {question.choices.map((choice) => (
          <button
            key={choice}
            type="button"
            class="button"
            aria-pressed={choice === chosen}
            onClick={() => choose(choice)}
          >
            {choiceText(choice, question)}
          </button>
        ))}
      </div>
      <div role="status">{chosen === undefined ? null : <Verdict question={question} chosen={chosen} />}</div>
    </div>
  )
}

function Verdict({ question, chosen }: { readonly question: Question; readonly chosen: number }): VNode {
  const answer = answerTo(question)
  const isRight = chosen === answer
  return (
    <p class={isRight ? 'verdict' : 'verdict wrong'}>
      <strong>{isRight ? 'Right. ' : `No: ${choiceText(answer, question)}. `}</strong>
      {question.because}{' '}
      <button type="button" class="cell" onClick={showLanes}>
        See it on the lanes
      </button>
    </p>
  )
}

function showLanes(): void {
  document.querySelector('.stage')?.scrollIntoView()
}

function choiceText(choice: number, { unit }: Question): string {
  return unit === 'ms' ? (choice === 0 ? '0 s' : durationText(choice)) : countText(choice)
}
