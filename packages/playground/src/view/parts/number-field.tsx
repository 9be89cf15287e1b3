import type { VNode } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'

export interface NumberFieldProps {
  readonly label: string
  readonly value: number
  readonly min?: number
  readonly max?: number
  /** Whole numbers, unless this is `'any'`. */
  readonly step?: number | 'any'
  /** Whether the label is read out only, where what stands around the field says it. */
  readonly isLabelHidden?: boolean
  /** Called with a number in range, as it is typed. */
  readonly onChange: (value: number) => void
}

/** Takes over what is typed once it is a number that will do; what will not do is marked, and stays to be corrected. */
export function NumberField(props: NumberFieldProps): VNode {
  const { label, value, min = 1, max = Number.MAX_SAFE_INTEGER, step = 1, isLabelHidden = false } = props
  const id = useId()
  const [text, setText] = useState(String(value))
  useEffect(() => setText((typed) => (Number(typed) === value ? typed : String(value))), [value])

  const isGood = (typed: string): boolean => {
    const number = Number(typed)
    return (
      typed.trim() !== '' && number >= min && number <= max && (step === 'any' || Number.isInteger(number))
    )
  }
  const onInput = (typed: string): void => {
    setText(typed)
    if (isGood(typed) && Number(typed) !== value) props.onChange(Number(typed))
  }
  return (
    <span class="field">
      <label for={id} class={isLabelHidden ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <input
        id={id}
        class="number"
        type="number"
        inputMode={step === 'any' ? 'decimal' : 'numeric'}
        min={min}
        max={max}
        step={step}
        value={text}
        aria-invalid={!isGood(text)}
        onInput={(event) => onInput(event.currentTarget.value)}
        onBlur={() => setText(String(value))}
      />
    </span>
  )
}
