/** Several processes of Node that share limits, each a program of its own. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { FleetOutcome, FleetTask } from './fleet-task.ts'

const WORKER = fileURLToPath(new URL('fleet-worker.ts', import.meta.url))
/** Where a program finds the packages that the repository has installed. */
const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url))

export interface Fleet {
  /** Has every process do the same at once; resolves with what each saw. Rejects if one of them ends. */
  run(task: FleetTask): Promise<readonly FleetOutcome[]>
  stop(): Promise<void>
}

export async function startFleet(size: number): Promise<Fleet> {
  const folder = await mkdtemp(join(MODULES, '.fleet-'))
  await bundle(folder)
  const processes = Array.from({ length: size }, () =>
    fork(join(folder, 'fleet-worker.js'), {
      serialization: 'advanced',
      execArgv: [],
      env: { PATH: process.env['PATH'] },
    }),
  )
  return {
    run: (task) => Promise.all(processes.map((one) => outcomeOf(one, task))),
    async stop() {
      await Promise.all(
        processes.map(async (one) => {
          if (one.exitCode !== null) return
          one.disconnect()
          await once(one, 'exit')
        }),
      )
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Node runs no TypeScript of several files by itself. The sources are bundled, not the last build. */
async function bundle(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['@sluice/source'] },
    build: { ssr: WORKER, outDir: folder, emptyOutDir: false, minify: false, target: 'node20' },
  })
}

async function outcomeOf(one: ChildProcess, task: FleetTask): Promise<FleetOutcome> {
  one.send(task)
  const ended = once(one, 'exit').then(() => {
    throw new Error('A process of the fleet has ended before its task.')
  })
  const [outcome] = (await Promise.race([once(one, 'message'), ended])) as [FleetOutcome]
  return outcome
}
