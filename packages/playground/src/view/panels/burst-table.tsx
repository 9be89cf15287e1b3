import type { VNode } from 'preact'
import type { BurstChart, ChartRate } from '../../model/index.ts'
import { countText, counted } from '../../words/count-text.ts'
import { shareText } from '../../words/share-text.ts'

export interface BurstChoiceProps {
  readonly chart: BurstChart
  readonly onChoose: (rate: ChartRate, burst: number) => void
}

/** The chart in numbers. */
export function BurstTable({ chart, onChoose }: BurstChoiceProps): VNode {
  return (
    <div class="table-scroll tall" tabIndex={0} role="region" aria-label="Burst that each rate needs">
      <table>
        <thead>
          <tr>
            <th scope="col">Rate</th>
            {chart.curves.map(({ share, clients }) => (
              <th key={share} scope="col" title={counted(clients, 'client')}>
                <span class="curve" />
                {shareText(share)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {chart.rates.map((rate, at) => (
            <tr key={rate.text}>
              <th scope="row">{rate.text}</th>
              {chart.curves.map(({ share, bursts }) => {
                const burst = bursts[at] ?? 0
                return (
                  <td key={share}>
                    <button
                      type="button"
                      class="cell"
                      aria-label={`Burst of ${burst} at ${rate.text}: ${shareText(share)}`}
                      onClick={() => onChoose(rate, burst)}
                    >
                      {countText(burst)}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
