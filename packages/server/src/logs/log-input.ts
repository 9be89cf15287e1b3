import { stat } from 'node:fs/promises'
import { CallError } from '../command-error.ts'
import { fileChunks } from './file-chunks.ts'
import { plainChunks } from './plain-chunks.ts'

/** A log that can be read from its beginning: a file, or standard input. */
export interface LogInput {
  /** How it is called in reports: the path as it was given, or `-`. */
  readonly name: string
  /** Its size as it is stored; undefined where that cannot be known. */
  readonly bytes: number | undefined
  /** False for standard input and pipes, which give what they have only once. */
  readonly canReadAgain: boolean
  /**
   * The text, decompressed. A chunk is only good until the next one is asked for.
   *
   * @param onBytes told how many bytes have been read as they are stored
   * @throws WorkError if it cannot be read, DamagedInput if it ends too early
   */
  chunks(onBytes: (bytesRead: number) => void): AsyncGenerator<Uint8Array>
}

/**
 * The logs that a command line names: paths, or `-` for standard input, which is also read if none is named.
 *
 * @throws CallError if none is named and standard input is a terminal, or it is named twice
 */
export async function logInputs(paths: readonly string[]): Promise<LogInput[]> {
  if (paths.length === 0 && process.stdin.isTTY) throw new CallError('name a log, or pipe one in')
  if (paths.filter((path) => path === '-').length > 1)
    throw new CallError('standard input can be read only once')
  const named = paths.length === 0 ? ['-'] : paths
  return Promise.all(named.map(async (path) => (path === '-' ? standardInput : await fileInput(path))))
}

/** What logs are called in a sentence. */
export function titleOf(inputs: readonly LogInput[]): string {
  return inputs.map(({ name }) => (name === '-' ? 'standard input' : name)).join(', ')
}

const standardInput: LogInput = {
  name: '-',
  bytes: undefined,
  canReadAgain: false,
  chunks: (onBytes) => plainChunks('standard input', process.stdin, onBytes),
}

async function fileInput(path: string): Promise<LogInput> {
  // What is wrong with a path is said when the log is read, so that the others are read too.
  const found = await stat(path).catch(() => undefined)
  return {
    name: path,
    bytes: found?.isFile() === true ? found.size : undefined,
    canReadAgain: found?.isFile() === true,
    chunks: (onBytes) => plainChunks(path, fileChunks(path), onBytes),
  }
}
