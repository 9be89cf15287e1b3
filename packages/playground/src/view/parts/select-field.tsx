import type { VNode } from 'preact'
import { useId } from 'preact/hooks'

export interface SelectFieldProps<T extends string | number> {
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly value: T
  readonly choices: readonly { readonly value: T; readonly text: string }[]
  readonly onChange: (value: T) => void
}

export function SelectField<T extends string | number>(props: SelectFieldProps<T>): VNode {
  const id = useId()
  const { label, isLabelHidden = false, value, choices, onChange } = props
  return (
    <span class="field">
      <label for={id} class={isLabelHidden ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <select
        id={id}
        value={choices.findIndex((choice) => choice.value === value)}
        onChange={(event) => {
          const chosen = choices[Number(event.currentTarget.value)]
          if (chosen !== undefined) onChange(chosen.value)
        }}
      >
        {choices.map(({ text }, at) => (
          <option key={text} value={at}>
            {text}
          </option>
        ))}
      </select>
    </span>
  )
}
