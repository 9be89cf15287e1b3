import Table from 'cli-table3'
import { bold } from './style.ts'

/** One column of a table. */
export interface Column {
  readonly heading: string
  /** Default: right, as fits numbers. */
  readonly align?: 'left' | 'right'
}

/** What a cell may hold; numbers get thousands separators. */
export type Cell = string | number

/** A plain table without boxes. It is as wide as its cells; callers keep them to 80 columns in all. */
export function table(columns: readonly Column[], rows: readonly (readonly Cell[])[]): string {
  const grid = new Table({
    head: columns.map(({ heading }) => bold(heading)),
    colAligns: columns.map(({ align }) => align ?? 'right'),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2 },
    chars: plain,
  })
  grid.push(...rows.map((row) => row.map((cell) => (typeof cell === 'number' ? grouped(cell) : cell))))
  return grid
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}

/** A number with thousands separators: 12,036. */
export function grouped(value: number): string {
  return value.toLocaleString('en-GB', { maximumFractionDigits: 3 })
}

const parts =
  'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right ' +
  'left left-mid mid mid-mid right right-mid middle'

const plain = Object.fromEntries(parts.split(' ').map((part) => [part, '']))
