import { afterEach, beforeEach, vi } from 'vitest'

/** What a test has made this process print; empty at the beginning of each test. */
export interface CapturedOutput {
  printed: string
  complaints: string
}

/** Keeps what the tests of a file print from the terminal: standard output in `printed`, errors in `complaints`. */
export function captureOutput(): CapturedOutput {
  const output: CapturedOutput = { printed: '', complaints: '' }
  beforeEach(() => {
    output.printed = ''
    output.complaints = ''
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      output.printed += String(text)
      return true
    })
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      output.complaints += String(text)
      return true
    })
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
  return output
}
