/** Opens a reader for each format that has one request a line. */
import { ClfReader } from './formats/clf.ts'
import type { LineReader, LogFormatName, LogSource } from './log-format.ts'

type OpenFormat = (source: LogSource) => LineReader

export const lineFormats: Readonly<Partial<Record<LogFormatName, OpenFormat>>> = {
  common: (source) => new ClfReader(source),
  combined: (source) => new ClfReader(source),
}
