import type { Store } from '../../packages/sluice/src/index.ts'

/**
 * The store, and what it answered without its server. A local fallback decides as the server would, so a test that looks at
 * decisions alone would not see the difference.
 */
export function countingFallbacks(store: Store<'async'>, seen: { fallbacks: number }): Store<'async'> {
  return {
    name: store.name,
    mode: store.mode,
    bind(limits, options) {
      return store.bind(limits, {
        ...options,
        emit(event) {
          if (event.type === 'fallback') seen.fallbacks++
          options.emit(event)
        },
      })
    },
  }
}
