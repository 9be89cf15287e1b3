/** A single Redis for tests, on a loopback port of its own. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { atFreePort } from './free-port.ts'
import { cleanerOfThisProcess } from './left-behind.ts'
import { launchServer } from './server-process.ts'
import type { ServerProcess } from './server-process.ts'

export interface RedisOptions {
  /** The port to listen at. Default: a free one, between 11,000 and 20,999. */
  readonly port?: number
  /** More of the server's own arguments; they win over those given here, which keep nothing on disk. */
  readonly args?: readonly string[]
}

interface RestartOptions {
  /** With its data, as after a crash with `--appendonly yes` (rejects if it keeps none); or empty. */
  readonly keepData: boolean
}

export interface RedisServer {
  readonly port: number
  /** Changes with every restart. */
  readonly pid: number
  /** False between its end and its restart; a paused server runs. */
  readonly running: boolean
  /** Where its files lie, its log `server.log` among them. */
  readonly dir: string
  /** Stops it where it stands (SIGSTOP): connections stay open, nothing is answered. Resolves once it stands still. */
  pause(): Promise<void>
  /** Ends the pause. */
  resume(): void
  /** Ends it at once (SIGKILL) and resolves when it is gone. `restart` brings it back. */
  kill(): Promise<void>
  /** Kills it if it runs, starts it again at the same port, and resolves when it answers. */
  restart(options: RestartOptions): Promise<void>
  /** Kills it and removes its files. Harmless the second time. */
  stop(): Promise<void>
}

/** Starts a server; resolves when it answers PING. It ends with `stop`, and at the latest with this process. */
export async function startRedis({ port, args = [] }: RedisOptions = {}): Promise<RedisServer> {
  const start = (at: number): Promise<RedisServer> =>
    startServer(at, (dir) =>
      [
        ['--port', String(at), '--bind', '127.0.0.1', '--dir', dir],
        ['--save', '', '--appendonly', 'no', '--repl-diskless-sync-delay', '0'],
        args,
      ].flat(),
    )
  return port === undefined ? atFreePort(start) : start(port)
}

/** Starts `redis-server` in a new folder with the arguments that `argsIn` names for it. */
export async function startServer(
  port: number,
  argsIn: (dir: string) => readonly string[] | Promise<readonly string[]>,
): Promise<RedisServer> {
  const dir = await mkdtemp(join(cleanerOfThisProcess().folder, 'server-'))
  const args = await argsIn(dir)
  const remove = (): Promise<void> => rm(dir, { recursive: true, force: true })
  let running: ServerProcess
  try {
    running = await launchServer(args, port, dir)
  } catch (error) {
    await remove()
    throw error
  }
  return {
    port,
    dir,
    get pid() {
      return running.pid
    },
    get running() {
      return running.running
    },
    pause: () => running.pause(),
    resume: () => running.resume(),
    kill: () => running.kill(),
    async restart({ keepData }) {
      await running.kill()
      await prepareData(dir, keepData)
      running = await launchServer(args, port, dir)
    },
    async stop() {
      await running.kill()
      await remove()
    },
  }
}

/** A cluster's node keeps its `nodes.conf` even when it comes back empty: it is still the same node. */
async function prepareData(dir: string, keepData: boolean): Promise<void> {
  const data = (await readdir(dir)).filter((name) => /^appendonly|\.rdb$|\.aof$/.test(name))
  if (!keepData) await Promise.all(data.map((name) => rm(join(dir, name), { recursive: true })))
  else if (data.length === 0) throw new Error('This server keeps no data: start it with --appendonly yes')
}
