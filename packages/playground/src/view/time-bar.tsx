import type { VNode } from 'preact'
import { speeds } from '../model/index.ts'
import { useApp } from '../state/app.ts'
import { scrubTo, setSpeed, step, togglePlay } from '../state/playback.ts'
import { clearTraffic } from '../state/send.ts'
import { spansMs } from '../state/spans.ts'
import { durationText } from '../words/duration-text.ts'
import { Icon, type IconName } from './parts/icon.tsx'
import { SelectField } from './parts/select-field.tsx'
import { Scrubber } from './scrubber.tsx'

/** Running, standing still, and going back and forth. */
export function TimeBar(): VNode {
  const { session } = useApp()
  const isPaused = session.isPaused.value
  return (
    <section class="bar time-bar" aria-label="Time">
      <span class="time-buttons">
        <button type="button" class="button primary play" onClick={() => togglePlay(session)}>
          <Icon name={isPaused ? 'play' : 'pause'} />
          <span>{isPaused ? 'Run' : 'Pause'}</span>
        </button>
        <TimeButton icon="back" label="One request back" onPress={() => step(session, -1)} />
        <TimeButton icon="forward" label="One request forward" onPress={() => step(session, 1)} />
        <TimeButton icon="reset" label="Begin again" onPress={() => clearTraffic(session)} />
      </span>
      <Scrubber onScrub={(nowMs) => scrubTo(session, nowMs)} />
      <span class="time-choices">
        <SelectField
          label="Speed"
          value={session.speed.value}
          choices={speedChoices(session.speed.value)}
          onChange={(speed) => setSpeed(session, speed)}
        />
        <SelectField
          label="Show"
          value={session.spanMs.value}
          choices={spanChoices(session.spanMs.value)}
          onChange={(spanMs) => (session.spanMs.value = spanMs)}
        />
      </span>
    </section>
  )
}

interface TimeButtonProps {
  readonly icon: IconName
  readonly label: string
  readonly onPress: () => void
}

function TimeButton({ icon, label, onPress }: TimeButtonProps): VNode {
  return (
    <button type="button" class="button square" title={label} onClick={onPress}>
      <Icon name={icon} />
      <span class="visually-hidden">{label}</span>
    </button>
  )
}

interface Choice {
  readonly value: number
  readonly text: string
}

/** A link may bring a speed or a span of its own. */
function speedChoices(current: number): readonly Choice[] {
  const all = [...new Set([...speeds, current])].toSorted((a, b) => a - b)
  return all.map((value) => ({ value, text: `${value}×` }))
}

function spanChoices(current: number): readonly Choice[] {
  const all = [...new Set([...spansMs, current])].toSorted((a, b) => a - b)
  return all.map((value) => ({ value, text: durationText(value) }))
}
