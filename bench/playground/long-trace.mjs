import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const model = fileURLToPath(new URL('../../packages/playground/src/model/index.ts', import.meta.url))

/** The part after `#` of a link to a Poisson trace of about so many requests, for all six lanes, standing at its start. */
export async function longTraceHash(requests) {
  const conditions = ['@sluice/source', 'node', 'module', 'development|production']
  const { module } = await runnerImport(model, { resolve: { conditions }, ssr: { resolve: { conditions } } })
  const { encodeLink, laneNames, linkedSetup, poissonOf, Traffic } = module
  const perSecond = 1000
  const traffic = new Traffic()
  traffic.play(poissonOf(perSecond, (1000 * requests) / perSecond, 1, 0))
  const setup = { ...linkedSetup(1000, 1000), shown: laneNames }
  const link = encodeLink({ setup, traffic, nowMs: 0, shown: 0, speed: 1 })
  if (!link.ok) throw new Error(link.message)
  return `#${link.hash}`
}
