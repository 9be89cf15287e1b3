import { Presets, SingleBar } from 'cli-progress'

/** Shows how far long work has come. */
export interface Progress {
  /** Sets how much of the total is done. */
  done(amount: number): void
  /** Takes the bar away. */
  end(): void
}

const silent: Progress = { done: () => undefined, end: () => undefined }

/** A bar on standard error, where that is a terminal; else nothing. */
export function progressBar(label: string, total: number): Progress {
  if (!process.stderr.isTTY || total <= 0) return silent
  const bar = new SingleBar(
    {
      format: `${label} {bar} {percentage} %`,
      stream: process.stderr,
      clearOnComplete: true,
      hideCursor: true,
    },
    Presets.shades_classic,
  )
  bar.start(total, 0)
  return { done: (amount) => bar.update(Math.min(amount, total)), end: () => bar.stop() }
}
