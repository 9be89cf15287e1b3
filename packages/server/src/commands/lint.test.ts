import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { captureOutput } from '../../../../test/support/captured-output.ts'
import { runCommandLine } from '../command-line.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-lint-'))
const example = new URL('../../../../examples/policies/api.yaml', import.meta.url).pathname
const output = captureOutput()

afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const faulty = file(
  'faulty.yaml',
  'version: 1\nrules:\n  - name: api\n    keys: []\n    limits:\n      - gcra: { burst: 0, rate: 5/s }\n',
)

test('a file without faults ends with 0, and its rules are told', async () => {
  expect(await runCommandLine(['lint', example])).toBe(0)
  expect(output.complaints).toBe('')
  const lines = output.printed.split('\n')
  expect(lines[0]).toBe(`${example}: 3 rules, no faults`)
  for (const words of [
    'path /api/**',
    'header.x-api-key',
    'failures alone',
    'on trial',
    'a size of 100 at 50',
  ])
    expect(output.printed).toContain(words)
  expect(lines.filter((line) => line.length > 80 && !line.includes(example))).toEqual([])
})

test('a file with faults ends with 2, a line for each with its place, in the order of the file', async () => {
  expect(await runCommandLine(['lint', faulty])).toBe(2)
  expect(output.printed.trimEnd().split('\n')).toEqual([
    `${faulty}:3:5: a rule without key; write key: [client], or key: [] for one allowance that all share`,
    `${faulty}:4:5: a rule has no key "keys"; did you mean key?`,
    `${faulty}:6:24: burst cannot be 0; write a whole number of at least 1`,
  ])
  expect(output.complaints).toBe(`sluice: ${faulty} has 3 faults\n`)
})

test('a file that cannot be read ends with 1, after the others have been checked', async () => {
  expect(await runCommandLine(['lint', '/no/such.yaml', example])).toBe(1)
  expect(output.printed).toContain('3 rules')
  expect(output.complaints).toBe('sluice: cannot read /no/such.yaml: there is no such file\n')
  expect(await runCommandLine(['lint', '/no/such.yaml', faulty])).toBe(2)
})

test('prints as JSON what was found in each file', async () => {
  expect(await runCommandLine(['lint', '--json', faulty, example])).toBe(2)
  const { files } = JSON.parse(output.printed)
  expect(files).toMatchObject([
    { file: faulty, valid: false, rules: null },
    { file: example, valid: true, faults: [], rules: [{ name: 'api' }, { name: 'login' }, { name: 'sms' }] },
  ])
  expect(files[0].faults[2]).toEqual({
    code: 'wrong-value',
    message: 'burst cannot be 0',
    path: 'rules[0].limits[0].gcra.burst',
    line: 6,
    column: 24,
    remedy: 'write a whole number of at least 1',
  })
  expect(files[1].rules[0].limits[0]).toEqual({
    name: 'burst',
    algorithm: 'token-bucket',
    summary: 'a capacity of 20 at 5 per 1000 ms',
  })
})
