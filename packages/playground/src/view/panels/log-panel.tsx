import type { VNode } from 'preact'
import { useApp } from '../../state/app.ts'
import type { LogState } from '../../state/log-file.ts'
import type { LogOverview, ReadProgress } from '../../worker/log-overview.ts'
import { counted } from '../../words/count-text.ts'
import { clockText } from '../../words/clock-text.ts'
import { DropZone } from '../parts/drop-zone.tsx'
import { Panel } from '../parts/panel.tsx'
import { ClientList } from './client-list.tsx'

/** The visitor's own traffic. */
export function LogPanel(): VNode {
  const { logFile } = useApp()
  return (
    <Panel
      name="log"
      title="Your own traffic"
      about="Drop an access log, plain or gzipped. It is read here in your browser and goes nowhere."
    >
      <DropZone label="Choose an access log" onFile={(file) => void logFile.open(file)} />
      <LogReport state={logFile.state.value} />
    </Panel>
  )
}

function LogReport({ state }: { readonly state: LogState }): VNode | null {
  switch (state.kind) {
    case 'none':
      return null
    case 'reading':
      return <Reading fileName={state.fileName} progress={state.progress} />
    case 'failed':
      return <p class="fault" role="alert">{`${state.fileName}: ${state.message}`}</p>
    case 'read':
      return (
        <>
          <Found overview={state.overview} />
          <ClientList overview={state.overview} />
        </>
      )
  }
}

interface ReadingProps {
  readonly fileName: string
  readonly progress: ReadProgress | undefined
}

function Reading({ fileName, progress }: ReadingProps): VNode {
  const { bytes = 0, totalBytes = 1, requests = 0 } = progress ?? {}
  return (
    <p class="reading">
      <label>
        {`Reading ${fileName}: ${counted(requests, 'request')}`}
        <progress value={bytes} max={totalBytes} />
      </label>
    </p>
  )
}

function Found({ overview }: { readonly overview: LogOverview }): VNode {
  const { fileName, formatLabel, requests, clients, unmatched, firstMs, lastMs, shortfall } = overview
  return (
    <div class="found" role="status">
      <p>
        <strong>{fileName}</strong>
        {`: ${counted(requests, 'request')} of ${counted(clients, 'client')}, read as ${formatLabel}. `}
        {unmatched === 0 ? '' : `${counted(unmatched, 'line')} without a request. `}
        <span class="muted">{`${clockText(firstMs, 0)} to ${clockText(lastMs, 0)}`}</span>
      </p>
      {shortfall === undefined ? null : <p class="fault">{shortfall}</p>}
      {overview.resolutionMs < 1000 ? null : (
        <p class="muted">The log tells whole seconds: requests of one second count as sent at once.</p>
      )}
    </div>
  )
}
