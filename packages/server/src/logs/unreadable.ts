import { WorkError } from '../command-error.ts'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
}

/** What is said when a file cannot be opened or read. */
export function unreadable(path: string, error: unknown): WorkError {
  const { code = '', message } = error as NodeJS.ErrnoException
  return new WorkError(`cannot read ${path}: ${reasons[code] ?? message}`)
}
