import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { useApp } from '../state/app.ts'
import { addressOf } from '../state/link.ts'
import { isHelpOpen } from '../state/page-shortcuts.ts'
import { nextTheme, theme } from '../state/theme.ts'
import { CopyButton } from './parts/copy-button.tsx'
import { Icon } from './parts/icon.tsx'

export function PageHeader(): VNode {
  const { session, announcer } = useApp()
  const [address, setAddress] = useState<string>()
  const linkText = (): string => {
    const made = addressOf(session)
    announcer.complain(made.ok ? undefined : `There is no link to this picture. ${made.message}`)
    if (!made.ok) return location.href
    history.replaceState(null, '', made.url)
    return made.url
  }
  return (
    <header class="page-header">
      <div class="title">
        <img src="./icon.svg" alt="" width="28" height="28" />
        <h1>Sluice playground</h1>
        <p class="muted">
          The same requests, six algorithms. The library itself decides, here in your browser.
        </p>
      </div>
      <div class="header-tools">
        <CopyButton label="Copy link" icon="link" text={linkText} onRefused={setAddress} />
        <button type="button" class="button" onClick={() => (isHelpOpen.value = true)}>
          <Icon name="keyboard" />
          <span>Keys</span>
        </button>
        <button type="button" class="button" onClick={nextTheme} aria-label={`Theme: ${theme.value}`}>
          <Icon name="theme" />
          <span class="theme-name">{theme.value}</span>
        </button>
      </div>
      {address === undefined ? null : (
        <label class="address">
          Your browser gives pages no clipboard here. The link:
          <input type="text" readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
        </label>
      )}
    </header>
  )
}
