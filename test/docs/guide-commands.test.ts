/** What the guides say that commands print is what they print. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = `${root}docs/guides/`
const sessions = readdirSync(folder)
  .filter((page) => page.endsWith('.md'))
  .flatMap((page) => {
    const blocks = readFileSync(folder + page, 'utf8').matchAll(/^```console\n\$ sluice (.*)\n([^]*?)^```$/gm)
    return [...blocks].map(([, call = '', output = '']) => ({ page, call, output }))
  })

test('there are some', () => {
  expect(sessions.length).toBeGreaterThan(3)
})

test.each(sessions)('$page: sluice $call prints what the page shows', ({ call, output }) => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['packages/server/bin/sluice.js', ...call.split(' ')],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, NODE_EXTRA_CA_CERTS: '', NO_COLOR: '1' },
    },
  )
  expect((stdout + stderr).trimEnd()).toBe(output.trimEnd())
})
