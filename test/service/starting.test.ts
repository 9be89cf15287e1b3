/** How a service starts, and how it says that it cannot. */
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { policyFile, seen, spawnService, startService, type ListeningService } from './running-service.ts'

describe('without options but a port', () => {
  let service: ListeningService
  beforeAll(async () => {
    service = await startService()
  })

  test('it listens for this machine alone, and says so', () => {
    expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(service.stdout).toContain('for this machine alone')
  })

  test('it names the playground, the policy and each of its rules', () => {
    expect(service.stdout).toContain(`Playground  ${service.url}/\n`)
    expect(service.stdout).toContain('sample-policy.yaml')
    for (const rule of ['api', 'login', 'sms']) expect(service.stdout).toMatch(new RegExp(`^ +${rule} `, 'm'))
  })

  test('all it prints fits 80 columns, but for the line for a shell, and has no colours', () => {
    const lines = service.stdout.split('\n').filter((line) => !line.startsWith('curl '))
    expect(lines.filter((line) => line.length > 80)).toEqual([])
    // oxlint-disable-next-line no-control-regex -- escapes are what is looked for
    expect(service.stdout).not.toMatch(/\u001b/)
    expect(service.stderr).toBe('')
  })
})

const text = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('its sample policy is the example of the repository', () => {
  expect(text('packages/server/assets/sample-policy.yaml')).toBe(text('examples/policies/api.yaml'))
})

test('--json prints where it listens for programs', async () => {
  const service = spawnService('--port', '0', '--json')
  await seen(service, 'stdout', /^\}$/m)
  const told = JSON.parse(service.stdout) as Record<string, unknown>
  expect(Object.keys(told)).toEqual(['url', 'playground', 'policy', 'rules', 'curl'])
  expect(told).toMatchObject({ playground: `${String(told['url'])}/`, rules: ['api', 'login', 'sms'] })
  expect((await fetch(`${String(told['url'])}/healthz`)).status).toBe(200)
})

test('--host 0.0.0.0 listens for everybody, and says so', async () => {
  const service = await startService('--host', '0.0.0.0')
  expect(service.stdout).toContain('for everybody who reaches this')
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
})

/** Starts a service that cannot start. */
async function failed(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const service = spawnService(...args)
  const { code } = await service.ended
  return { code, stdout: service.stdout, stderr: service.stderr }
}

test('a policy with faults ends it with 2, and every fault has its place and remedy', async () => {
  const path = policyFile(
    'faulty.yaml',
    'version: 1\nrules:\n  - name: a\n    limit: []\n  - name: a\n    limits: []\n',
  )
  const { code, stdout, stderr } = await failed('--port', '0', '--policy', path)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(`${path}:4:5: `)
  expect(stderr).toMatch(/limits/)
  expect(stderr.split('\n').filter((line) => line.startsWith(`${path}:`)).length).toBeGreaterThan(1)
  expect(stderr).toMatch(/^sluice: the policy .* cannot be used$/m)
  expect(stderr).not.toMatch(/^ +at /m)
})

test('a policy that is not there ends it with 1', async () => {
  expect(await failed('--policy', '/no/such/policy.yaml')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'sluice: cannot read /no/such/policy.yaml: there is no such file\n',
  })
})

test('a port in use ends it with 1 and a way out', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => {
    other.listen(0, '127.0.0.1', resolve)
  })
  const { port } = other.address() as AddressInfo
  const { code, stdout, stderr } = await failed('--port', String(port))
  other.close()
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(new RegExp(`^sluice: port ${port} of 127.0.0.1 is in use: .*--port.*\\n$`))
})

test('a host that is not its own ends it with 2', async () => {
  const { code, stdout, stderr } = await failed('--port', '0', '--host', '192.0.2.1')
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^sluice: 192\.0\.2\.1 is no address of this machine: .*\n$/)
})

test.each(['65536', '-1', '80x', '0x50', '1.5', ''])(
  'a port that is none, "%s", ends it with 2',
  async (port) => {
    const { code, stderr } = await failed('--port', port)
    expect(code).toBe(2)
    expect(stderr).toContain('65535')
  },
)
