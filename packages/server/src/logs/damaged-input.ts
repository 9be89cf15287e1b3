import { WorkError } from '../command-error.ts'

/** A log ends before its end, or is damaged further on. What came before is good. */
export class DamagedInput extends WorkError {
  override readonly name: string = 'DamagedInput'
}
