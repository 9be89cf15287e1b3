import { computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { readPalette, type Palette } from '../canvas/palette.ts'

/** `system` follows the setting of the system. */
export type Theme = 'system' | 'light' | 'dark'

const KEY = 'sluice-playground-theme'
const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' }

export const theme: Signal<Theme> = signal(remembered())

/** Counts the changes of colours, whatever brought them. */
const coloursChanged: Signal<number> = signal(0)

/** The colours of the drawings, as the theme has them. */
export const palette: ReadonlySignal<Palette> = computed(() => {
  void coloursChanged.value
  return readPalette()
})

export function nextTheme(): void {
  theme.value = NEXT[theme.value]
}

/** Keeps the page to the chosen theme. */
export function applyTheme(): void {
  effect(() => {
    const chosen = theme.value
    if (chosen === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = chosen
    remember(chosen)
    coloursChanged.value = coloursChanged.peek() + 1
  })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    coloursChanged.value += 1
  })
}

function remembered(): Theme {
  try {
    const kept = localStorage.getItem(KEY)
    return kept === 'light' || kept === 'dark' ? kept : 'system'
  } catch {
    return 'system'
  }
}

/** A browser that keeps nothing still shows the theme. */
function remember(chosen: Theme): void {
  try {
    localStorage.setItem(KEY, chosen)
  } catch {
    // Storage is turned off.
  }
}
