/** Single keys that do what the buttons do. */
import { signal, type Signal } from '@preact/signals'

export interface Shortcut {
  /** As `KeyboardEvent.key` has them. */
  readonly keys: readonly string[]
  /** As the help shows them. */
  readonly shown: string
  readonly does: string
  readonly run: () => void
}

/** Off for those whose tools type letters for them. */
export const areShortcutsOn: Signal<boolean> = signal(true)

/** Fields take their own keys, and the space bar presses the button it is on. */
const TYPES_ITSELF = 'input:not([type=checkbox]), select, textarea, [contenteditable]'
const PRESSED_BY_SPACE = 'button, summary, a, input'

export function listenForShortcuts(shortcuts: readonly Shortcut[]): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !areShortcutsOn.value)
      return
    if (isTaken(event) || document.querySelector('dialog[open]') !== null) return
    const found = shortcuts.find(({ keys }) => keys.includes(event.key))
    if (found === undefined) return
    event.preventDefault()
    found.run()
  })
}

function isTaken({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  if (target.matches(TYPES_ITSELF)) return true
  return key === ' ' && target.matches(PRESSED_BY_SPACE)
}
