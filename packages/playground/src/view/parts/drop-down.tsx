import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

export interface DropDownProps {
  readonly label: ComponentChildren
  readonly children: ComponentChildren
}

/** Opens below its button; closes with Escape, or by pressing anywhere else. */
export function DropDown({ label, children }: DropDownProps): VNode {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const closeOutside = ({ target }: Event): void => {
      const isInside = target instanceof Node && details.current?.contains(target) === true
      if (!isInside) details.current?.removeAttribute('open')
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [])
  return (
    <details
      ref={details}
      class="drop-down"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        details.current?.removeAttribute('open')
        details.current?.querySelector('summary')?.focus()
      }}
    >
      <summary class="button">{label}</summary>
      {children}
    </details>
  )
}
