/** A `redis-server` process, from its start until it has ended. */
import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { PortTaken } from './free-port.ts'
import { cleanerOfThisProcess } from './left-behind.ts'
import { redisCommand, redisInfo } from './redis-command.ts'
import { waitUntil } from './wait-until.ts'

export interface ServerProcess {
  readonly pid: number
  /** False once the process has ended; a paused one runs. */
  readonly running: boolean
  /** Stops the process where it stands (SIGSTOP); its connections stay open and silent. Resolves once it stands still. */
  pause(): Promise<void>
  /** Lets it go on (SIGCONT). */
  resume(): void
  /** SIGKILL, as a crash or a power cut would end it. Resolves once it is gone. Harmless when it already is. */
  kill(): Promise<void>
}

/**
 * Starts `redis-server` with `args` and resolves when it answers PING at `port` and has read its data. Rejects with a
 * `PortTaken` if it could not listen, else with an error that holds the end of its log. It writes its log to `dir`.
 */
export async function launchServer(
  args: readonly string[],
  port: number,
  dir: string,
): Promise<ServerProcess> {
  const logFile = join(dir, 'server.log')
  const log = openSync(logFile, 'w')
  const child = spawn(redisServerPath(), args, { cwd: dir, stdio: ['ignore', log, log] })
  closeSync(log)
  let end: Error | undefined
  const ended = new Promise<void>((resolve) => {
    const onEnd = (error: Error): void => {
      end = error
      if (child.pid !== undefined) cleanerOfThisProcess().ended(child.pid)
      resolve()
    }
    child.once('error', onEnd)
    child.once('exit', () => onEnd(new Error(`redis-server ended while it started:\n${tail(logFile)}`)))
  })
  child.unref()
  const pid = child.pid
  if (pid === undefined) {
    await ended
    throw new Error('redis-server could not be run', { cause: end })
  }
  cleanerOfThisProcess().started(pid)
  const kill = async (): Promise<void> => {
    if (end !== undefined) return
    child.ref()
    child.kill('SIGKILL')
    await ended
  }
  await waitUntil(
    `redis-server answers at port ${port}`,
    async () => end ?? (await isReady(pid, port)),
  ).catch(kill)
  if (end !== undefined) throw /address already in use/i.test(tail(logFile)) ? new PortTaken(port) : end
  return {
    pid,
    get running() {
      return end === undefined
    },
    pause: () => pause(pid),
    resume: () => void process.kill(pid, 'SIGCONT'),
    kill,
  }
}

function redisServerPath(): string {
  const path = inject('redisServer')
  if (path === undefined) throw new Error('No Redis here: guard these tests with describeWithRedis')
  return path
}

/** Another server may hold the port, so it must be this very process that answers. While it loads data, PING is refused. */
async function isReady(pid: number, port: number): Promise<true | undefined> {
  const info = await redisInfo(port, 'server')
  if (info.get('process_id') !== String(pid)) return undefined
  return (await redisCommand(port, ['PING'])) === 'PONG' ? true : undefined
}

/** The signal travels while this process goes on; where the system shows it, wait until it has arrived. */
async function pause(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  if (process.platform !== 'linux') return
  await waitUntil(`process ${pid} stands still`, async () => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    return /\) T /.test(stat) ? true : undefined
  })
}

function tail(logFile: string): string {
  return readFileSync(logFile, 'utf8').split('\n').slice(-12).join('\n')
}
