import type { VNode } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'

export interface DropZoneProps {
  readonly label: string
  readonly onFile: (file: File) => void
}

/** Takes a file that is dropped anywhere on the page, or chosen. */
export function DropZone({ label, onFile }: DropZoneProps): VNode {
  const id = useId()
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') !== true) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent): void => {
      setOver(false)
      const file = event.dataTransfer?.files[0]
      if (file === undefined) return
      event.preventDefault()
      onFile(file)
    }
    document.addEventListener('dragover', over)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
    }
  }, [onFile])
  return (
    <div class={isOver ? 'drop-zone over' : 'drop-zone'}>
      <label for={id} class="button">
        {label}
      </label>
      <input
        id={id}
        class="visually-hidden"
        type="file"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          if (file !== undefined) onFile(file)
          // The same file may be chosen again.
          event.currentTarget.value = ''
        }}
      />
      <span class="muted">{isOver ? 'Let it go' : 'or drop it anywhere on this page'}</span>
    </div>
  )
}
