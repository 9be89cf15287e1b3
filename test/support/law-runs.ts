/**
 * How the laws are tried, from the environment: `SLUICE_LAW_RUNS` random histories each, 150 if it is not set, and from
 * `SLUICE_LAW_SEED` on, so that two runs meet the same ones; without it every run meets new ones.
 */
import * as fc from 'fast-check'

export const lawRuns: number = Number(process.env['SLUICE_LAW_RUNS'] ?? 150)

const seed = process.env['SLUICE_LAW_SEED']
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) })
