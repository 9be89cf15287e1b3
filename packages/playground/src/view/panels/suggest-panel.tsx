import { useSignalEffect } from '@preact/signals'
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { burstChart, type BurstChart, type ChartRate } from '../../model/index.ts'
import { useApp } from '../../state/app.ts'
import { changeSetup } from '../../state/change-setup.ts'
import { countText } from '../../words/count-text.ts'
import { Panel } from '../parts/panel.tsx'
import { BurstPlot } from './burst-plot.tsx'
import { BurstTable } from './burst-table.tsx'

interface Charted {
  readonly chart: BurstChart
  readonly about: string
}

/** The other way round: the burst that each rate needs, so that nobody, or hardly anybody, is refused. */
export function SuggestPanel(): VNode {
  const { session, logFile } = useApp()
  const [charted, setCharted] = useState<Charted>()
  const [fault, setFault] = useState<string>()
  const log = logFile.state.value

  const ask = async (): Promise<void> => {
    const { times, costs } = session.traffic.value
    try {
      const chart = log.kind === 'read' ? await logFile.chart() : burstChart(1, () => ({ times, costs }))
      const about =
        log.kind === 'read'
          ? `For the clients of ${log.overview.fileName}.`
          : 'For the requests on the lanes.'
      setCharted({ chart, about })
      setFault(undefined)
    } catch (error) {
      setFault((error as Error).message)
    }
  }
  useSignalEffect(() => {
    // What was worked out for one log says nothing of the next.
    void logFile.state.value
    setCharted(undefined)
  })
  void session.summed.value
  const isEmpty = log.kind !== 'read' && session.traffic.value.size === 0
  return (
    <Panel
      name="suggest"
      title="Ask the other way round"
      about="How large a burst does each rate need, so that nobody is refused?"
    >
      <button
        type="button"
        class="button"
        disabled={isEmpty || log.kind === 'reading'}
        onClick={() => void ask()}
      >
        {log.kind === 'read' ? 'Work it out for this log' : 'Work it out for these requests'}
      </button>
      {fault === undefined ? null : (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      {charted === undefined ? null : <Chart charted={charted} />}
    </Panel>
  )
}

function Chart({ charted }: { readonly charted: Charted }): VNode {
  const { session, announcer } = useApp()
  const { chart, about } = charted
  const choose = (rate: ChartRate, burst: number): void => {
    const setup = session.setup.value
    const bucket = { burst, rate: { amount: rate.amount, periodMs: rate.periodMs } }
    const { 'token-bucket': token, gcra, 'leaky-bucket': leaky } = setup.lanes
    changeSetup(session, {
      ...setup,
      linked: false,
      lanes: {
        ...setup.lanes,
        'token-bucket': { ...token, ...bucket },
        gcra: { ...gcra, ...bucket },
        'leaky-bucket': { ...leaky, ...bucket },
      },
    })
    announcer.say(`The buckets now hold ${countText(burst)} and gain ${rate.text}.`)
  }
  if (chart.rates.length === 0) return <p class="empty">There is nothing to work out from.</p>
  return (
    <>
      <p class="muted">{`${about} Choose a point or a number, and the buckets are set to it.`}</p>
      <BurstPlot chart={chart} onChoose={choose} />
      <BurstTable chart={chart} onChoose={choose} />
    </>
  )
}
