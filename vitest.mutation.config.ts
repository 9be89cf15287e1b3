/**
 * The tests that mutation testing runs: those of algorithms and limits, and the laws over a few histories each. All of
 * them reach the source by relative paths, so that they meet the mutated copy.
 */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'packages/sluice/src/algorithms/**/*.test.ts',
      'packages/sluice/src/limits/**/*.test.ts',
      'test/laws/{oracles,exact-waits,equal-deciders,refusals,forgetting,bounds}.test.ts',
    ],
    env: { SLUICE_LAW_RUNS: '12', SLUICE_LAW_SEED: '1' },
    testTimeout: 60_000,
  },
})
