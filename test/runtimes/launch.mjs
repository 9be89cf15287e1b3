/** Servers in processes of their own, each ended by its own id. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { scratch } from './paths.mjs'

const START_WITHIN_MS = 60_000
const STOP_WITHIN_MS = 5000

/** Nothing of this process's own settings, no word to anybody outside, and no caches beyond this folder. */
const environment = {
  PATH: process.env.PATH,
  HOME: scratch,
  TMPDIR: scratch,
  PORT: '0',
  NO_COLOR: '1',
  DO_NOT_TRACK: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  DENO_DIR: `${scratch}deno`,
  DENO_NO_UPDATE_CHECK: '1',
  BUN_RUNTIME_TRANSPILER_CACHE_PATH: '0',
}

const running = new Set()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

/** Starts a server that prints its ports in the form of `pattern`, whose groups they are. */
export async function launch(command, args, { cwd, pattern = /http:\/\/127\.0\.0\.1:(\d+)/ }) {
  const child = spawn(command, args, { cwd, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const ended = once(child, 'close').catch(() => undefined)
  void ended.then(() => running.delete(child))
  try {
    return { ports: await printedPorts(child, pattern), stop: () => stop(child, ended) }
  } catch (error) {
    await stop(child, ended)
    throw error
  }
}

function printedPorts(child, pattern) {
  return new Promise((resolve, reject) => {
    let printed = ''
    const fail = (why) => reject(new Error(`${why}. It printed:\n${printed}`))
    const timer = setTimeout(fail, START_WITHIN_MS, `No port within ${START_WITHIN_MS / 1000} s`)
    const read = (chunk) => {
      printed += chunk
      const found = pattern.exec(printed)
      if (found === null) return
      clearTimeout(timer)
      resolve(found.slice(1).map(Number))
    }
    child.stdout.setEncoding('utf8').on('data', read)
    child.stderr.setEncoding('utf8').on('data', read)
    child.once('error', ({ message }) => fail(message))
    child.once('exit', (code) => {
      clearTimeout(timer)
      fail(`It ended with code ${code}`)
    })
  })
}

async function stop(child, ended) {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  await ended
  clearTimeout(timer)
}
