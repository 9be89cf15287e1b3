// Everything that CI runs beyond the tests. Each check is a command; all of them run, and the last line counts them.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const checks = [
  ['format', 'oxfmt --check .'],
  ['lint', 'oxlint --type-aware --deny-warnings'],
  ['types of the packages', 'tsc -b'],
  ['types of the tests', 'tsc -p tsconfig.tests.json && tsc -p packages/playground/tsconfig.tests.json'],
  ['unused files, exports and dependencies', 'knip'],
  ['package contents of sluice', 'publint packages/sluice --strict'],
  ['package contents of @sluice/server', 'publint packages/server --strict'],
  [
    'generated files are up to date',
    'node scripts/generate.mjs --check && node scripts/embed-lua.mjs --check',
  ],
]

const failed = []
for (const [name, command] of checks) {
  process.stdout.write(`${name}: ${command}\n`)
  const env = { ...process.env, PATH: `${root}node_modules/.bin:${process.env.PATH}` }
  const { status } = spawnSync(command, { cwd: root, env, shell: true, stdio: 'inherit' })
  if (status !== 0) failed.push(name)
}
for (const name of failed) process.stdout.write(`failed: ${name}\n`)
process.stdout.write(`${checks.length - failed.length} passed, ${failed.length} failed\n`)
process.exitCode = failed.length === 0 ? 0 : 1
