/** A service that is told to stop ends within a second, with 0, and nobody who asked in time goes without an answer. */
import { expect, test } from 'vitest'
import { connectRaw } from './raw-connection.ts'
import { policyFile, startService, type ListeningService } from './running-service.ts'

/** Where a machine with other things to do takes longer, it is asked again. */
const again = { retry: 2 }
const A_SECOND_MS = 1000

const policy =
  'version: 1\nrules: [{ name: a, match: {}, key: [], limits: [gcra: { burst: 1, rate: 1/s }] }]\n'
const body = '{"attributes":{"client":"192.0.2.1"}}'
const health = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'
const head = (length: number) =>
  `POST /v1/check HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

/** Tells a service to stop and measures how long it takes to be gone. */
async function stopped(service: ListeningService, signal: NodeJS.Signals): Promise<number> {
  const startMs = performance.now()
  service.process.kill(signal)
  expect(await service.ended).toEqual({ code: 0, signal: null })
  return performance.now() - startMs
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends it, also with idle connections open',
  again,
  async (signal) => {
    const service = await startService()
    const [asked, silent] = await Promise.all([connectRaw(service.port), connectRaw(service.port)])
    asked.socket.write(head(body.length) + body)
    await asked.until(/"limits":/)
    expect(await stopped(service, signal)).toBeLessThan(A_SECOND_MS)
    await Promise.all([asked.closed, silent.closed])
    await expect(fetch(`${service.url}/healthz`)).rejects.toThrow('fetch failed')
  },
)

test('a request under way is answered, and one that comes now is told that the service stops', async () => {
  const service = await startService()
  const [underWay, late, idle] = await Promise.all([1, 2, 3].map(() => connectRaw(service.port)))
  underWay!.socket.write(head(body.length) + body.slice(0, 10))
  late!.socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n')
  // What is sent later is answered later, so the service has seen both; idle connections are closed by the signal.
  idle!.socket.write(health)
  await idle!.until(/"status":"ok"/)
  service.process.kill('SIGTERM')
  await idle!.closed
  underWay!.socket.write(body.slice(10))
  late!.socket.write('\r\n')
  expect(await underWay!.closed).toMatch(/^HTTP\/1.1 200 OK\r\n.*connection: close.*"allowed":true/is)
  expect(await late!.closed).toMatch(/^HTTP\/1.1 503 .*\{"status":"stopping"\}/is)
  expect(await service.ended).toEqual({ code: 0, signal: null })
})

test('a request that never ends does not hold it', again, async () => {
  const service = await startService()
  const connection = await connectRaw(service.port)
  connection.socket.write(head(body.length) + body.slice(0, 10))
  const other = await connectRaw(service.port)
  other.socket.write(health)
  await other.until(/"status":"ok"/)
  expect(await stopped(service, 'SIGTERM')).toBeLessThan(A_SECOND_MS)
  await connection.closed
})

test('it stops while it follows a policy file', again, async () => {
  const service = await startService('--policy', policyFile('followed.yaml', policy))
  expect(await stopped(service, 'SIGTERM')).toBeLessThan(A_SECOND_MS)
})
