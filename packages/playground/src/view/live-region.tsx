import type { VNode } from 'preact'
import { useApp } from '../state/app.ts'

/** Sums up for screen readers what the lanes did. */
export function LiveRegion(): VNode {
  const { announcer } = useApp()
  return (
    <p class="visually-hidden" role="status" aria-live="polite">
      {announcer.message.value}
    </p>
  )
}
