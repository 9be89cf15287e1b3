import type { VNode } from 'preact'

/** Outlines on a field of 16 by 16. */
const PATHS = {
  play: 'M5 3.5v9l7.5-4.5z',
  pause: 'M5 3v10M11 3v10',
  back: 'M11.5 3.5v9L5.5 8zM4 3.5v9',
  forward: 'M4.5 3.5v9l6-4.5zM12 3.5v9',
  reset: 'M3 8a5 5 0 1 0 1.7-3.8M3 2.5v3h3',
  link: 'M6.5 9.5l3-3M7 4.5l1.2-1.2a3 3 0 0 1 4.5 4.5L11.5 9M9 11.5l-1.2 1.2a3 3 0 0 1-4.5-4.5L4.5 7',
  theme: 'M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11',
  keyboard: 'M1.5 4.5h13v7h-13zM4 7h.01M6.5 7h.01M9 7h.01M11.5 7h.01M5 9.5h6',
  copy: 'M5.5 5.5h7v8h-7zM3.5 10.5v-8h7',
  left: 'M10 3.5L5.5 8l4.5 4.5',
  right: 'M6 3.5L10.5 8 6 12.5',
  close: 'M4 4l8 8M12 4l-8 8',
} as const

export type IconName = keyof typeof PATHS

/** A picture beside words that say the same. */
export function Icon({ name }: { readonly name: IconName }): VNode {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  )
}
