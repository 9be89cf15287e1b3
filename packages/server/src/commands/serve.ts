import { InvalidArgumentError, Option, type Command } from 'commander'

interface ServeCommandOptions {
  readonly policy?: string
  readonly port: number
  readonly host: string
  readonly json?: boolean
}

/** `sluice serve`: the service, until it is told to stop. */
export function addServe(program: Command): void {
  program
    .command('serve')
    .description('run the service: checks over HTTP by a policy file, and the playground')
    .option('--policy <file>', 'the policy, read anew whenever it changes (default: a sample)')
    .addOption(
      new Option('--port <n>', 'where to listen; 0 takes any free port').argParser(parsePort).default(8080),
    )
    .option('--host <address>', 'for whom to listen; 0.0.0.0 for everybody', '127.0.0.1')
    .option('--json', 'print where it listens as JSON')
    .addHelpText('after', `\nExamples:\n${examples.join('\n')}`)
    .action(runServe)
}

const examples = [
  '  sluice serve',
  '  sluice serve --policy policy.yaml --port 9090',
  '  sluice serve --policy policy.yaml --host 0.0.0.0',
]

/** The service and what it is made of are loaded only here: the other commands need none of it. */
async function runServe({ policy, ...options }: ServeCommandOptions): Promise<void> {
  const { runService } = await import('../service/run-service.ts')
  await runService({ ...options, ...(policy !== undefined && { policy }) })
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN
  if (port <= 65_535) return port
  throw new InvalidArgumentError('Write a whole number from 0 to 65535.')
}
