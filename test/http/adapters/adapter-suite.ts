/** One suite of requests and expected responses for every adapter, over a real socket. */
import { describe } from 'vitest'
import { afterResponseCases } from './cases/after-response.ts'
import { failureCases } from './cases/failures.ts'
import { holdingBackCases } from './cases/holding-back.ts'
import { refusalCases } from './cases/refusals.ts'
import { ruleCases } from './cases/rules.ts'
import type { Harness } from './harness.ts'

export function adapterSuite(name: string, harness: Harness): void {
  describe(`the adapter for ${name}`, () => {
    ruleCases(harness)
    refusalCases(harness)
    afterResponseCases(harness)
    holdingBackCases(harness)
    failureCases(harness)
  })
}
