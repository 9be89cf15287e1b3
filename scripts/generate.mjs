// Draws the pictures of the docs anew from what the command does. With --check it compares instead of writing.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, copyFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const pictures = {
  'docs/assets/replay-shop.svg': [
    'replay',
    'examples/logs/shop-2019.nginx.log',
    '--limit',
    '30/60s',
    '--plot',
  ],
}

const isCheck = process.argv.includes('--check')
const scratch = mkdtempSync(join(tmpdir(), 'sluice-generate-'))
for (const [file, command] of Object.entries(pictures)) {
  const drawn = join(scratch, 'picture.svg')
  const { status } = spawnSync(process.execPath, ['packages/server/bin/sluice.js', ...command, drawn], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) process.exit(1)
  if (!isCheck) copyFileSync(drawn, root + file)
  else if (!existsSync(root + file) || !readFileSync(drawn).equals(readFileSync(root + file))) {
    process.stderr.write(`${file} is not what the command draws; run npm run generate\n`)
    process.exitCode = 1
  }
}
rmSync(scratch, { recursive: true })
