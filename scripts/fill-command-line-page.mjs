/** Writes what the commands print into the examples of their reference page. Run it after a build, when output changes. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const file = `${root}docs/reference/command-line.md`

const page = readFileSync(file, 'utf8').replaceAll(/^```console\n\$ sluice (.*)\n[^]*?^```$/gm, (_, call) => {
  const command = ['packages/server/bin/sluice.js', ...call.split(' ')]
  const env = { ...process.env, NO_COLOR: '1' }
  const { stdout } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8', env })
  return `\`\`\`console\n$ sluice ${call}\n${stdout.trimEnd()}\n\`\`\``
})
writeFileSync(file, page)
