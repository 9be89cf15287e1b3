import { defineConfig } from 'vitest/config'

/** Tests run the sources themselves, without a build. */
const conditions = ['@sluice/source', 'node', 'development|production']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/redis/global-setup.ts', 'test/support/browser/global-setup.ts'],
    // Vitest tells its workers to colour what they print where it finds CI; what the commands print is compared as text.
    env: { NO_COLOR: '1', FORCE_COLOR: '' },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: process.env['CI'] === undefined ? ['default'] : ['default', 'json'],
    outputFile: { json: 'reports/tests.json' },
  },
})
