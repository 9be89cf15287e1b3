/** The built command as a process: what only a process can show. */
import { execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const command = new URL('../../packages/server/bin/sluice.js', import.meta.url).pathname
const env = { ...process.env, NODE_EXTRA_CA_CERTS: '', NO_COLOR: '1' }

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

async function sluice(...args: string[]): Promise<Ended> {
  const run = promisify(execFile)(process.execPath, [command, ...args], { env })
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Ended) => ({ code, stdout, stderr }),
  )
}

test('a lesson is printed whole through a pipe, and the process ends with 0', async () => {
  const { code, stdout, stderr } = await sluice('lesson', 'closeness', '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout)).toMatchObject({ limit: 100 })
})

test('a wrong call ends the process with 2, work that fails with 1, neither with a stack', async () => {
  const [wrong, failed] = await Promise.all([sluice('lesson', 'nothing'), sluice('suggest', '/no/such/file')])
  expect(wrong).toMatchObject({ code: 2, stdout: '' })
  expect(failed).toEqual({
    code: 1,
    stdout: '',
    stderr: 'sluice: cannot read /no/such/file: there is no such file\n',
  })
})

test('a reader that stops early ends the command quietly', async () => {
  const child = spawn(process.execPath, [command, 'compare', '--step', '1ms', '--json'], { env })
  let complaints = ''
  child.stderr.on('data', (chunk) => (complaints += String(chunk)))
  child.stdout.once('data', () => child.stdout.destroy())
  const code = await new Promise((resolve) => {
    child.once('close', resolve)
  })
  expect({ code, complaints }).toEqual({ code: 0, complaints: '' })
})
