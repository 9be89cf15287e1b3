export { ClientTable } from './client-table.ts'
export type { LoggedRequest } from './details/logged-request.ts'
export { logFormatLabels, type LogFields, type LogFormatName } from './log-format.ts'
export type { LogPiece, PieceSource } from './log-piece.ts'
export {
  createLogReader,
  type LogProgress,
  type LogReader,
  type LogReaderOptions,
  type LogSummary,
} from './log-reader.ts'
export type { LineCounts, UnmatchedLines } from './log-tally.ts'
export { PieceReader } from './piece-reader.ts'
export type { RequestRows } from './request-columns.ts'
export type { RequestSink } from './request-report.ts'
