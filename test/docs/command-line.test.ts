/** The reference of the command line shows true output and leaves out no command and no option. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = readFileSync(`${root}docs/reference/command-line.md`, 'utf8')
const sessions = [...page.matchAll(/^```console\n\$ sluice (.*)\n([^]*?)^```$/gm)].map(
  ([, call = '', output = '']) => ({
    call,
    output,
  }),
)

function sluice(...args: string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, ['packages/server/bin/sluice.js', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_EXTRA_CA_CERTS: '', NO_COLOR: '1' },
  })
  return stdout + stderr
}

const byPolicy = ['replay', 'examples/logs/made-up.combined.log', '--policy', 'examples/policies/shop.yaml']

test('there are examples of every command', () => {
  const commands = new Set(sessions.map(({ call }) => call.split(' ')[0]))
  expect(commands).toEqual(new Set(['compare', 'lesson', 'lint', 'replay', 'suggest']))
})

test.each(sessions)('sluice $call prints what the page shows', ({ call, output }) => {
  expect(sluice(...call.split(' ')).trimEnd()).toBe(output.trimEnd())
})

test.each(['serve', 'lesson', 'lint', 'compare', 'replay', 'suggest'])(
  'every option of %s is on the page',
  (command) => {
    const options = [...sluice(command, '--help').matchAll(/^ {2}(?:-h, )?(--[a-z-]+)/gm)].map(
      ([, option = '']) => option,
    )
    expect(options).toContain('--json')
    expect(options.filter((option) => !page.includes(option))).toEqual([])
  },
)

test.each([
  ['replay', ['replay', 'examples/logs/made-up.combined.log', '--json']],
  ['replay by a policy', [...byPolicy, '--json']],
  ['lint', ['lint', 'examples/policies/api.yaml', '--json']],
  ['suggest', ['suggest', 'examples/logs/made-up.combined.log', '--json']],
  ['compare', ['compare', '--json']],
  ['gcra', ['lesson', 'gcra', '--json']],
  ['memory', ['lesson', 'memory', '--json']],
])('every member of the JSON of %s is on the page', (_, args) => {
  const named = new Set<string>()
  JSON.parse(sluice(...args), (name, value: unknown) => {
    named.add(name)
    return value
  })
  // Indices of lists, and names that come from the log: reasons and clients.
  const members = [...named].filter((name) => /^[a-z]+[A-Za-z]*$/.test(name))
  expect(members.length).toBeGreaterThan(5)
  expect(members.filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([])
})
