import type { VNode } from 'preact'
import { SelectField } from '../parts/select-field.tsx'

const READINGS = [
  { value: 'queue', text: 'waiting places' },
  { value: 'size', text: 'all inside' },
] as const

export interface ReadingFieldProps {
  readonly value: 'size' | 'queue'
  readonly isLabelHidden?: boolean
  readonly onChange: (value: 'size' | 'queue') => void
}

/** What the burst of the leaky bucket counts: only those who wait, or the one that is leaving too. */
export function ReadingField({ value, isLabelHidden = false, onChange }: ReadingFieldProps): VNode {
  return (
    <SelectField
      label="Leaky bucket counts"
      isLabelHidden={isLabelHidden}
      value={value}
      choices={READINGS}
      onChange={onChange}
    />
  )
}
