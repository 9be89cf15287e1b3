import { SluiceError } from '../errors.ts'
import { shown } from '../limits/options.ts'
import { PolicyError } from './policy-error.ts'
import type { Policy } from './policy.ts'
import { Faults } from './reading/faults.ts'
import { policyOf } from './reading/policy-of.ts'
import { yamlSource } from './reading/yaml-source.ts'
import { yamlTree } from './reading/yaml-tree.ts'

/**
 * Reads a policy file, which is YAML 1.2 or JSON, of at most 1,048,576 characters. Reading is strict: what is unknown,
 * double, inexact or without effect is a fault.
 *
 * @throws PolicyError with every fault of the file, in its order
 * @throws SluiceError `ERR_INVALID_OPTION` if it is given something else than text
 * @example
 * const limiter = createPolicyLimiter(readPolicy(await readFile('policy.yaml', 'utf8')))
 */
export function readPolicy(text: string): Policy {
  if (typeof text !== 'string') {
    throw new SluiceError(
      'ERR_INVALID_OPTION',
      `readPolicy takes the text of a policy; found ${shown(text)}.`,
      {
        field: 'text',
        value: text,
      },
    )
  }
  const faults = new Faults()
  // A mark of the byte order is no character of the first line.
  const policy = read(text.replace(/^\ufeff/, ''), faults)
  if (policy === undefined || faults.any) throw new PolicyError(faults.sorted())
  return policy
}

function read(text: string, faults: Faults): Policy | undefined {
  const source = yamlSource(text, faults)
  if (source === undefined) return undefined
  const tree = yamlTree(source, faults)
  // What was cut off would look as if it were missing.
  return faults.has('too-large') ? undefined : policyOf(tree, faults)
}
