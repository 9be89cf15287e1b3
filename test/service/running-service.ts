/** `sluice serve` as a process of its own, as it is built. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const env = { ...process.env, NODE_EXTRA_CA_CERTS: '', NO_COLOR: '1' }

interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface RunningService {
  readonly process: ChildProcess
  /** What it has written so far. */
  readonly stdout: string
  readonly stderr: string
  readonly ended: Promise<Ended>
}

export interface ListeningService extends RunningService {
  readonly url: string
  readonly port: number
  /** The line for a shell that it printed. */
  readonly curl: string
}

const started: ChildProcess[] = []
const folder = mkdtempSync(join(tmpdir(), 'sluice-service-'))

afterAll(() => {
  for (const child of started) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** A policy file of its own, with the text. */
export function policyFile(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

/** Starts the command from the root of the repository, without waiting for anything. */
export function spawnService(...args: string[]): RunningService {
  const child = spawn(process.execPath, ['packages/server/bin/sluice.js', 'serve', ...args], {
    cwd: root,
    env,
  })
  started.push(child)
  const written = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written.stderr += text))
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  return {
    process: child,
    ended,
    get stdout() {
      return written.stdout
    },
    get stderr() {
      return written.stderr
    },
  }
}

/** Starts a service on a free port and waits until it listens. */
export async function startService(...args: string[]): Promise<ListeningService> {
  const service = spawnService('--port', '0', ...args)
  const [, url = ''] = await seen(service, 'stdout', /listens on (http:\/\/[^\s,]+)/)
  const [curl = ''] = await seen(service, 'stdout', /^(?:curl .*|This policy refuses nothing\.)$/m)
  return Object.create(service, {
    url: { value: url },
    port: { value: Number(new URL(url).port) },
    curl: { value: curl },
  }) as ListeningService
}

/** Waits until a service has written something, and fails if it ends without. */
export async function seen(
  service: RunningService,
  stream: 'stdout' | 'stderr',
  wanted: RegExp,
): Promise<RegExpExecArray> {
  const output = service.process[stream]
  for (;;) {
    const found = wanted.exec(service[stream])
    if (found !== null) return found
    const more = new Promise((resolve) => {
      output?.once('data', resolve)
    })
    const end = await Promise.race([more.then(() => undefined), service.ended])
    if (end !== undefined && wanted.exec(service[stream]) === null) {
      throw new Error(`The service ended with ${end.code ?? end.signal} without ${wanted}: ${service.stderr}`)
    }
  }
}
