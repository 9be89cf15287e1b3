/** Writes what the commands print into the examples of the docs. Run it after a build, when output changes. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

for (const page of readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' })) {
  if (page.endsWith('.md')) fill(`${root}docs/${page}`)
}

function fill(file) {
  const page = readFileSync(file, 'utf8')
  const filled = page.replaceAll(/^```console\n\$ sluice (.*)\n[^]*?^```$/gm, (_, call) => {
    const command = ['packages/server/bin/sluice.js', ...call.split(' ')]
    const env = { ...process.env, NO_COLOR: '1' }
    const { stdout, stderr } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8', env })
    return `\`\`\`console\n$ sluice ${call}\n${(stdout + stderr).trimEnd()}\n\`\`\``
  })
  if (filled !== page) writeFileSync(file, filled)
}
