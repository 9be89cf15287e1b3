import type { VNode } from 'preact'
import { Complaint } from './complaint.tsx'
import { KeyboardHelp } from './keyboard-help.tsx'
import { Lanes } from './lanes/lanes.tsx'
import { LiveRegion } from './live-region.tsx'
import { Notice } from './notice.tsx'
import { PageHeader } from './page-header.tsx'
import { ClientPanel } from './panels/client-panel.tsx'
import { ComparisonPanel } from './panels/comparison-panel.tsx'
import { CopyPanel } from './panels/copy-panel.tsx'
import { LogPanel } from './panels/log-panel.tsx'
import { QuestionsPanel } from './panels/questions-panel.tsx'
import { SuggestPanel } from './panels/suggest-panel.tsx'
import { SettingsBar } from './settings/settings-bar.tsx'
import { TimeBar } from './time-bar.tsx'
import { TrafficBar } from './traffic-bar.tsx'

export function Page(): VNode {
  return (
    <>
      <PageHeader />
      <main class="page">
        <Complaint />
        <div class="workbench">
          <div class="bench">
            <div class="stage">
              <SettingsBar />
              <TrafficBar />
              <Lanes />
              <TimeBar />
              <Notice />
            </div>
            <ComparisonPanel />
          </div>
          <div class="beside">
            <ClientPanel />
            <CopyPanel />
          </div>
        </div>
        <div class="panels">
          <LogPanel />
          <SuggestPanel />
          <QuestionsPanel />
        </div>
      </main>
      <KeyboardHelp />
      <LiveRegion />
    </>
  )
}
