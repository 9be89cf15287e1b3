import { writeFile } from 'node:fs/promises'
import { WorkError } from '../command-error.ts'

/**
 * Writes a plot to the file that `--plot` names.
 *
 * @throws WorkError if it cannot be written
 */
export async function writePlot(file: string, svg: string): Promise<void> {
  try {
    await writeFile(file, svg)
  } catch (error) {
    throw new WorkError(`cannot write the plot: ${(error as Error).message}`)
  }
}
