import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon, type IconName } from './icon.tsx'

const SAID_FOR_MS = 2000

export interface CopyButtonProps {
  readonly label: string
  readonly icon?: IconName
  /** What goes to the clipboard, asked for when the button is pressed. */
  readonly text: () => string
  /** Told when the browser gives no access to the clipboard, as it does not on plain HTTP. */
  readonly onRefused?: (text: string) => void
}

export function CopyButton({ label, icon = 'copy', text, onRefused }: CopyButtonProps): VNode {
  const [isCopied, setCopied] = useState(false)
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async (): Promise<void> => {
    const wanted = text()
    try {
      await navigator.clipboard.writeText(wanted)
    } catch {
      onRefused?.(wanted)
      return
    }
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setCopied(false), SAID_FOR_MS)
  }
  return (
    <button type="button" class="button" onClick={() => void copy()}>
      <Icon name={icon} />
      <span aria-live="polite">{isCopied ? 'Copied' : label}</span>
    </button>
  )
}
