/** A Redis for the run, where the machine has one. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { launch } from './launch.mjs'
import { scratch } from './paths.mjs'

/** Its server, or `undefined` with a line that says why. */
export async function startRedis() {
  const program = process.env.SLUICE_REDIS_SERVER ?? 'redis-server'
  if (spawnSync(program, ['--version']).status !== 0) {
    process.stderr.write(`No ${program} here, so sluice/redis is not asked.\n`)
    return undefined
  }
  const port = await freePort()
  const args = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no']
  const { stop } = await launch(program, args, { cwd: scratch, pattern: /Ready to accept connections/ })
  return { port, stop }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
