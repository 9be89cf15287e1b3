import type { VNode } from 'preact'

const MARKS = [
  { outcome: 'allowed', word: 'allowed' },
  { outcome: 'queued', word: 'queued' },
  { outcome: 'refused', word: 'refused' },
] as const

/** What the marks on the lanes mean. */
export function Legend(): VNode {
  return (
    <ul class="legend" aria-label="Marks">
      {MARKS.map(({ outcome, word }) => (
        <li key={outcome} class={outcome}>
          <span class="mark" aria-hidden="true" />
          {word}
        </li>
      ))}
    </ul>
  )
}
