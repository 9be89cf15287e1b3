import type { VNode } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'
import { NumberField } from './number-field.tsx'

const UNITS = [
  { unit: 'ms', ms: 1 },
  { unit: 's', ms: 1000 },
  { unit: 'min', ms: 60_000 },
  { unit: 'h', ms: 3_600_000 },
] as const

export interface DurationFieldProps {
  readonly label: string
  /** Whole milliseconds. */
  readonly valueMs: number
  readonly onChange: (valueMs: number) => void
}

/** A number and its unit. Changing the unit keeps the number. */
export function DurationField({ label, valueMs, onChange }: DurationFieldProps): VNode {
  const id = useId()
  const [unitMs, setUnitMs] = useState(largestUnitOf(valueMs))
  useEffect(() => {
    if (valueMs % unitMs !== 0) setUnitMs(largestUnitOf(valueMs))
  }, [valueMs, unitMs])

  const onUnit = (nextMs: number): void => {
    setUnitMs(nextMs)
    onChange(Math.round((valueMs / unitMs) * nextMs))
  }
  return (
    <span class="duration">
      <NumberField
        label={label}
        isLabelHidden
        value={valueMs / unitMs}
        min={1 / unitMs}
        step="any"
        onChange={(value) => onChange(Math.max(1, Math.round(value * unitMs)))}
      />
      <label for={id} class="visually-hidden">
        {`${label}: unit`}
      </label>
      <select id={id} value={unitMs} onChange={(event) => onUnit(Number(event.currentTarget.value))}>
        {UNITS.map(({ unit, ms }) => (
          <option key={unit} value={ms}>
            {unit}
          </option>
        ))}
      </select>
    </span>
  )
}

function largestUnitOf(valueMs: number): number {
  return UNITS.findLast(({ ms }) => valueMs >= ms && valueMs % ms === 0)?.ms ?? 1
}
