import { defineConfig, type UserConfig } from 'vite'

/** Relative addresses, so that the folder opens from any web server and below any path. */
const config: UserConfig = defineConfig({
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  // The library's sources themselves, without a build of it.
  resolve: { conditions: ['@sluice/source', 'module', 'browser', 'development|production'] },
  build: {
    target: 'es2023',
    // The service sends `default-src 'self'`: nothing may be inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  worker: { format: 'es' },
})

export default config
