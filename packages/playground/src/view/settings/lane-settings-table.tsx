import type { VNode } from 'preact'
import type { LaneName } from '../../model/index.ts'
import { useApp } from '../../state/app.ts'
import { changeLane } from '../../state/change-setup.ts'
import { laneTitles } from '../../words/lane-titles.ts'
import { DurationField } from '../parts/duration-field.tsx'
import { NumberField } from '../parts/number-field.tsx'
import { ReadingField } from './reading-field.tsx'

const BURST_WORDS: Readonly<Partial<Record<LaneName, string>>> = {
  'token-bucket': 'Capacity',
  gcra: 'Burst',
  'leaky-bucket': 'Places',
}

/** A row a lane, with the numbers that its algorithm takes. */
export function LaneSettingsTable(): VNode {
  const { session } = useApp()
  return (
    <div class="lane-settings">
      {session.setup.value.shown.map((name) => (
        <fieldset key={name}>
          <legend>{laneTitles[name]}</legend>
          {name in BURST_WORDS ? <BucketFields name={name} /> : <WindowFields name={name} />}
        </fieldset>
      ))}
    </div>
  )
}

function BucketFields({ name }: { readonly name: LaneName }): VNode {
  const { session } = useApp()
  const { burst, rate, reading } = session.setup.value.lanes[name]
  return (
    <>
      <NumberField
        label={BURST_WORDS[name] ?? ''}
        value={burst}
        onChange={(value) => changeLane(session, name, { burst: value })}
      />
      <span class="limit-fields">
        <NumberField
          label="Rate"
          value={rate.amount}
          onChange={(amount) => changeLane(session, name, { rate: { ...rate, amount } })}
        />
        <span>per</span>
        <DurationField
          label="Period"
          valueMs={rate.periodMs}
          onChange={(periodMs) => changeLane(session, name, { rate: { ...rate, periodMs } })}
        />
      </span>
      {name === 'leaky-bucket' ? (
        <ReadingField
          isLabelHidden
          value={reading ?? 'queue'}
          onChange={(value) => changeLane(session, name, { reading: value })}
        />
      ) : null}
    </>
  )
}

function WindowFields({ name }: { readonly name: LaneName }): VNode {
  const { session } = useApp()
  const { limit, windowMs } = session.setup.value.lanes[name]
  return (
    <span class="limit-fields">
      <NumberField
        label="Limit"
        value={limit}
        onChange={(value) => changeLane(session, name, { limit: value })}
      />
      <span>per</span>
      <DurationField
        label="Window"
        valueMs={windowMs}
        onChange={(value) => changeLane(session, name, { windowMs: value })}
      />
    </span>
  )
}
