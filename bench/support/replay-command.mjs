// Runs `sluice replay` with the arguments that follow, its output thrown away. Prints what that took.
import { runCommandLine } from '../../packages/server/dist/command-line.js'
import { timed } from './timed.mjs'

await timed(async () => {
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = () => true
  const exitCode = await runCommandLine(['replay', ...process.argv.slice(2)])
  process.stdout.write = write
  if (exitCode !== 0) process.exit(exitCode)
})
