// How fast and how lean are limits that are shared through Redis, beside bare commands and the peers?
import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'
import { hotKey, hotKeyText } from './redis/hot-key.mjs'
import { findRedis } from './redis/redis-server.mjs'
import { scriptTime, scriptTimeText } from './redis/script-time.mjs'
import { space, spaceText } from './redis/space.mjs'
import { speed, speedText } from './redis/speed.mjs'
import { tenLimits, tenLimitsText } from './redis/ten-limits.mjs'

const questions = [
  ['speed', speed, speedText],
  ['scriptTime', scriptTime, scriptTimeText],
  ['tenLimits', tenLimits, tenLimitsText],
  ['hotKey', hotKey, hotKeyText],
  ['space', space, spaceText],
]

export default async function bench({ json }) {
  const server = findRedis()
  if (server === undefined) {
    process.stderr.write('No redis-server: neither SLUICE_REDIS_SERVER nor PATH has one\n')
    process.exitCode = 1
    return
  }
  const version = /v=(\S+)/.exec(execFileSync(server, ['--version']).toString())?.[1]
  const machine = `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, Redis ${version}, ioredis`
  if (!json) process.stdout.write(`${machine}\nMedians over interleaved rounds, quartiles in brackets\n\n`)
  const report = { machine }
  for (const [name, ask, text] of questions) {
    report[name] = await ask()
    if (!json) process.stdout.write(`${text(report[name]).join('\n')}\n`)
  }
  if (json) process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`)
}
