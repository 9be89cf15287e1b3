import type { VNode } from 'preact'
import { useApp } from '../state/app.ts'
import { Icon } from './parts/icon.tsx'

/** What went wrong, until it is put away. */
export function Complaint(): VNode {
  const { announcer } = useApp()
  const complaint = announcer.complaint.value
  return (
    <div role="alert">
      {complaint === undefined ? null : (
        <p class="complaint">
          <span>{complaint}</span>
          <button type="button" class="button quiet" onClick={() => announcer.complain(undefined)}>
            <Icon name="close" />
            <span class="visually-hidden">Close</span>
          </button>
        </p>
      )}
    </div>
  )
}
