import type { VNode } from 'preact'
import { useApp } from '../state/app.ts'
import { setStream } from '../state/playback.ts'
import { HoldButton } from './parts/hold-button.tsx'
import { Switch } from './parts/switch.tsx'

const RATES: readonly number[] = [0, 0.5, 1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 100, 200]

/** What sends requests. */
export function TrafficBar(): VNode {
  const { sending } = useApp()
  return (
    <section class="bar traffic-bar" aria-label="Send requests">
      <span class="bar-name" aria-hidden="true">
        Send
      </span>
      <HoldButton label="1 request" onPress={sending.one} />
      <SendButton label="Burst of 8" onPress={sending.burst} />
      <SendButton label="4/s for 4 s" onPress={sending.steady} />
      <SendButton
        label="Boundary burst"
        about="Five requests just before the edge of a window, five from it on"
        onPress={sending.boundary}
      />
      <SendButton
        label="Lessons’ 20 s"
        about="The traffic on which the lessons compare the algorithms, with their limit of 10 a second"
        onPress={sending.lesson}
      />
      <StreamFields />
    </section>
  )
}

interface SendButtonProps {
  readonly label: string
  readonly about?: string
  readonly onPress: () => void
}

function SendButton({ label, about, onPress }: SendButtonProps): VNode {
  return (
    <button type="button" class="button" title={about} onClick={onPress}>
      {label}
    </button>
  )
}

/** Requests that keep coming. */
function StreamFields(): VNode {
  const { session } = useApp()
  const { perSecond, isPoisson } = session.stream.value
  const at = RATES.findIndex((rate) => rate === perSecond)
  const change = (nextAt: number, nextPoisson: boolean): void =>
    setStream(session, { perSecond: RATES[nextAt] ?? 0, isPoisson: nextPoisson })
  return (
    <span class="stream">
      <label>
        <span>Stream</span>
        <input
          type="range"
          min={0}
          max={RATES.length - 1}
          value={at}
          aria-valuetext={`${perSecond} per second`}
          onInput={(event) => change(Number(event.currentTarget.value), isPoisson)}
        />
      </label>
      <output>{perSecond === 0 ? 'off' : `${perSecond}/s`}</output>
      <Switch label="Poisson" isOn={isPoisson} onChange={(isOn) => change(at, isOn)} />
    </span>
  )
}
