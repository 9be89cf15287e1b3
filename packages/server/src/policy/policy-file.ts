import { readFileSync } from 'node:fs'
import { readPolicy, type Policy } from 'sluice/policy'
import { unreadable } from '../logs/unreadable.ts'

/** A policy with the file that it comes from. */
export interface PolicyFile {
  readonly path: string
  readonly text: string
  readonly policy: Policy
}

/**
 * @throws WorkError if the file cannot be read, PolicyError if it cannot be used
 */
export function readPolicyFile(path: string): PolicyFile {
  const text = textOf(path)
  return { path, text, policy: readPolicy(text) }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw unreadable(path, error)
  }
}
