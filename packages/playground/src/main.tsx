import { render } from 'preact'
import { AppProvider, startApp } from './state/app.ts'
import { applyTheme } from './state/theme.ts'
import { Page } from './view/page.tsx'

applyTheme()
const root = document.getElementById('app')
if (root !== null) {
  render(
    <AppProvider value={startApp()}>
      <Page />
    </AppProvider>,
    root,
  )
}
