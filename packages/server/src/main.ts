import { runCommandLine } from './command-line.ts'

// A reader that has seen enough (`sluice replay ... | head`) closes the pipe: nothing is wrong, and nobody reads on.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

// The exit code is set, not forced: output that is still on its way to a pipe arrives.
process.exitCode = await runCommandLine(process.argv.slice(2))
