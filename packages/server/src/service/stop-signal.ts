const signals = ['SIGTERM', 'SIGINT'] as const

/**
 * For how long a second signal counts as the first, in milliseconds: npm passes on the Ctrl-C that the terminal has
 * sent to everybody already.
 */
const SAME_SIGNAL_MS = 100

/**
 * Waits for SIGTERM or SIGINT. From `SAME_SIGNAL_MS` after it, the next signal ends the process at once, as it does in
 * processes that do not listen.
 */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      setTimeout(() => {
        for (const signal of signals) process.off(signal, stop)
      }, SAME_SIGNAL_MS).unref()
      resolve()
    }
    for (const signal of signals) process.on(signal, stop)
  })
}
