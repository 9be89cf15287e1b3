import type { VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

const FIRST_AFTER_MS = 400
const THEN_EVERY_MS = 120

export interface HoldButtonProps {
  readonly label: string
  readonly onPress: () => void
}

/** Presses itself again for as long as it is held. */
export function HoldButton({ label, onPress }: HoldButtonProps): VNode {
  const timer = useRef(0)
  const isHeld = useRef(false)
  const release = (): void => clearTimeout(timer.current)
  useEffect(() => release, [])

  const hold = (afterMs: number): void => {
    timer.current = window.setTimeout(() => {
      isHeld.current = true
      onPress()
      hold(THEN_EVERY_MS)
    }, afterMs)
  }
  return (
    <button
      type="button"
      class="button primary"
      title="Hold to go on sending"
      onPointerDown={(event) => {
        isHeld.current = false
        if (event.button === 0) hold(FIRST_AFTER_MS)
      }}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onContextMenu={(event) => event.preventDefault()}
      onClick={() => {
        release()
        if (!isHeld.current) onPress()
        isHeld.current = false
      }}
    >
      {label}
    </button>
  )
}
