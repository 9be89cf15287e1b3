import { createRequire } from 'node:module'
import { Command, CommanderError } from 'commander'
import { SluiceError } from 'sluice'
import { CallError } from './command-error.ts'
import { addCompare } from './commands/compare.ts'
import { addLesson } from './commands/lesson.ts'
import { addLint } from './commands/lint.ts'
import { addReplay } from './commands/replay.ts'
import { addServe } from './commands/serve.ts'
import { addSuggest } from './commands/suggest.ts'

const { version } = createRequire(import.meta.url)('../package.json') as { version: string }

/**
 * Runs one command line, without the name of the program.
 *
 * @returns the exit code: 0, 1 (the work failed) or 2 (the call was wrong)
 */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  try {
    await commandLine().parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has printed its own message, or the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    process.stderr.write(`sluice: ${messageOf(error)}\n`)
    return isWrongCall(error) ? 2 : 1
  }
}

/** The program with all its commands. */
export function commandLine(): Command {
  const program = new Command('sluice')
    .description(
      'Exact rate limiting: see what a limit would do to your own traffic before it refuses anybody.',
    )
    .version(version, '--version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(inOneLine(text)) })
    .showHelpAfterError('See `sluice --help`.')
    .addHelpText('after', `\n${examples}`)
  for (const addCommand of commands) addCommand(program)
  for (const command of program.commands) {
    command.showHelpAfterError(`See \`sluice ${command.name()} --help\`.`)
  }
  return program
}

const examples = `Examples:
  sluice serve --policy policy.yaml        decides over HTTP
  sluice lint policy.yaml                  what is wrong with it, and where?
  sluice replay access.log --limit 10/1s   who would have been limited?
  sluice suggest access.log                how much burst does each rate need?
  sluice compare --traffic edge            one traffic, six algorithms
  sluice lesson compare                    how each algorithm behaves

Every command takes --json. The exit code is 0, 1 if the work failed, or 2 if
the call or a policy file was wrong.`

/** Every command, in the order in which the help lists them. */
const commands: readonly ((program: Command) => void)[] = [
  addServe,
  addLesson,
  addCompare,
  addReplay,
  addSuggest,
  addLint,
]

/** Faults that lie in what was read, not in how the command was called. */
const faultsOfInput: ReadonlySet<string> = new Set(['ERR_UNKNOWN_LOG_FORMAT'])

function isWrongCall(error: unknown): boolean {
  if (error instanceof SluiceError) return !faultsOfInput.has(error.code)
  return error instanceof CallError
}

/** A complaint of commander, in the words of this program: what it suggests instead stands in the same line. */
function inOneLine(complaint: string): string {
  return complaint
    .replace(/^error: /, 'sluice: ')
    .replace('command-argument value ', '')
    .replace(/\n\(Did you mean/, ' (did you mean')
}

/** One line, whatever was thrown. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replace(/\s*\n\s*/g, ' ')
}
