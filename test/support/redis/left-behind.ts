/**
 * Nothing stays behind when the tests' process ends, however it ends. A small shell holds the other end of a pipe: when
 * the pipe closes, which a kill -9 of this process does too, it kills the servers still running and removes their files.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Reads `+ PID` and `- PID` lines. A session of its own and the trap keep a Ctrl-C at the terminal from ending it early. */
const SCRIPT = `
trap '' INT TERM HUP
while read -r action pid; do
  if [ "$action" = + ]; then running="$running $pid "
  else running=$(printf %s "$running" | sed "s/ $pid / /")
  fi
done
for pid in $running; do kill -KILL "$pid" 2>/dev/null; done
rm -rf "$1"
`

interface Cleaner {
  /** A folder for the files of servers, removed when this process ends. */
  readonly folder: string
  started(pid: number): void
  ended(pid: number): void
}

let cleaner: Cleaner | undefined

/** The one of this process; it is there from the first call. */
export function cleanerOfThisProcess(): Cleaner {
  cleaner ??= startCleaner()
  return cleaner
}

function startCleaner(): Cleaner {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-redis-'))
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'sluice-redis-cleaner', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.unref()
  // A worker whose test run was killed goes on until its test ends, which may be never.
  process.once('disconnect', () => shell.stdin.end())
  // After that, and where the shell was killed, there is nobody to tell.
  shell.stdin.on('error', () => undefined)
  const write = (line: string): void => {
    shell.stdin.write(`${line}\n`)
  }
  return {
    folder,
    started: (pid) => write(`+ ${pid}`),
    ended: (pid) => write(`- ${pid}`),
  }
}
