// A Redis server of its own for each question, on a free loopback port, that keeps nothing on disk.
import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Redis } from 'ioredis'

/** The server that SLUICE_REDIS_SERVER names, or the first on PATH; undefined if there is none. */
export function findRedis() {
  const named = process.env.SLUICE_REDIS_SERVER ?? ''
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const onPath = (name) => folders.map((folder) => join(folder, name))
  const places = named === '' ? [...onPath('redis-server'), ...onPath('valkey-server')] : [named]
  return places.find(isExecutable)
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Starts a server for as long as `use` takes; `admin` is a client of it beside those that are measured. */
export async function withRedis(use) {
  const port = await freePort()
  const settings = { port, bind: '127.0.0.1', save: '', appendonly: 'no', dir: tmpdir() }
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
  const server = spawn(findRedis(), args, { stdio: 'ignore' })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  const admin = new Redis(port, '127.0.0.1', { retryStrategy: () => 50, maxRetriesPerRequest: null })
  admin.on('error', () => {})
  try {
    await Promise.race([
      admin.ping(),
      ended.then((code) => Promise.reject(new Error(`redis-server ended: ${code}`))),
    ])
    return await use({ port, admin })
  } finally {
    admin.disconnect()
    server.kill('SIGKILL')
    await ended
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

/** The number that an answer of INFO has under a name. */
export function infoNumber(info, name) {
  return Number(new RegExp(`^${name}[:=]([\\d.]+)`, 'm').exec(info)?.[1] ?? 0)
}

/** The processor time that the server has used, and how often each command ran that clients send. */
export async function serverCounts(admin) {
  const [cpu, stats] = await Promise.all([admin.info('cpu'), admin.info('commandstats')])
  const calls = (name) => infoNumber(stats, `cmdstat_${name}:calls`)
  return {
    cpuUs: 1e6 * (infoNumber(cpu, 'used_cpu_user') + infoNumber(cpu, 'used_cpu_sys')),
    script: calls('evalsha') + calls('eval'),
    incr: calls('incr'),
  }
}
