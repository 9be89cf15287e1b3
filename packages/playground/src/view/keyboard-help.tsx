import { useSignalEffect } from '@preact/signals'
import type { VNode } from 'preact'
import { useRef } from 'preact/hooks'
import { useApp } from '../state/app.ts'
import { isHelpOpen } from '../state/page-shortcuts.ts'
import { areShortcutsOn } from '../state/shortcuts.ts'
import { Icon } from './parts/icon.tsx'
import { Switch } from './parts/switch.tsx'

export function KeyboardHelp(): VNode {
  const { shortcuts } = useApp()
  const dialog = useRef<HTMLDialogElement>(null)
  useSignalEffect(() => {
    if (isHelpOpen.value) dialog.current?.showModal()
    else dialog.current?.close()
  })
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title" onClose={close}>
      <header>
        <h2 id="help-title">Keys</h2>
        <button type="button" class="button quiet" onClick={close}>
          <Icon name="close" />
          <span class="visually-hidden">Close</span>
        </button>
      </header>
      <dl>
        {shortcuts.map(({ shown, does }) => (
          <div key={shown}>
            <dt>
              <kbd>{shown}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label="Single keys work"
        isOn={areShortcutsOn.value}
        onChange={(isOn) => (areShortcutsOn.value = isOn)}
      />
    </dialog>
  )
}

function close(): void {
  isHelpOpen.value = false
}
