import type { VNode } from 'preact'
import { useApp } from '../../state/app.ts'
import { changeShared, sharedSettings } from '../../state/change-setup.ts'
import { DurationField } from '../parts/duration-field.tsx'
import { NumberField } from '../parts/number-field.tsx'
import { ReadingField } from './reading-field.tsx'

/** One limit for all lanes. */
export function SharedFields(): VNode {
  const { session } = useApp()
  const { limit, windowMs, burst, reading } = sharedSettings(session.setup.value)
  return (
    <>
      <span class="limit-fields">
        <NumberField
          label="Requests"
          isLabelHidden
          value={limit}
          onChange={(value) => changeShared(session, { limit: value })}
        />
        <span>per</span>
        <DurationField
          label="Window"
          valueMs={windowMs}
          onChange={(value) => changeShared(session, { windowMs: value })}
        />
      </span>
      <NumberField
        label="Burst"
        value={burst}
        onChange={(value) => changeShared(session, { burst: value })}
      />
      <ReadingField value={reading} onChange={(value) => changeShared(session, { reading: value })} />
    </>
  )
}
