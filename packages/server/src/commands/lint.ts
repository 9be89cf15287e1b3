import type { Command } from 'commander'
import type { PolicyError } from 'sluice/policy'
import { CallError, WorkError } from '../command-error.ts'
import { lintFile, type LintedFile } from '../lint/lint-file.ts'
import { lintJson } from '../lint/lint-json.ts'
import { lintText } from '../lint/lint-text.ts'
import { jsonText } from '../output/json.ts'
import { print } from '../output/print.ts'

interface LintOptions {
  readonly json?: boolean
}

/** `sluice lint FILE...`: what is wrong with policy files, and where. */
export function addLint(program: Command): void {
  program
    .command('lint')
    .description('check policy files: every fault with line, column and what to write instead')
    .argument('<files...>', 'policy files, YAML or JSON')
    .option('--json', 'print JSON')
    .addHelpText('after', `\nExamples:\n${examples.join('\n')}`)
    .action(runLint)
}

const examples = ['  sluice lint policy.yaml', '  sluice lint policies/*.yaml --json']

/** A file that cannot be read keeps none of the others from being checked. */
function runLint(paths: readonly string[], { json = false }: LintOptions): void {
  const linted: LintedFile[] = []
  const unread: string[] = []
  for (const path of paths) {
    try {
      linted.push(lintFile(path))
    } catch (error) {
      if (!(error instanceof WorkError)) throw error
      unread.push(error.message)
    }
  }
  if (linted.length > 0)
    print(json ? jsonText({ files: linted.map(lintJson) }) : linted.map(lintText).join('\n'))
  throwIfAny(linted, unread)
}

function throwIfAny(linted: readonly LintedFile[], unread: readonly string[]): void {
  const faulty = linted.flatMap(({ path, error }) => (error === undefined ? [] : [faultyText(path, error)]))
  const message = [...unread, ...faulty].join('; ')
  if (faulty.length > 0) throw new CallError(message)
  if (unread.length > 0) throw new WorkError(message)
}

function faultyText(path: string, { faults }: PolicyError): string {
  return `${path} has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}`
}
