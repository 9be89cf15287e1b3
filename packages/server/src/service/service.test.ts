import type { AddressInfo } from 'node:net'
import { createPolicyLimiter, readPolicy } from 'sluice/policy'
import { expect, test } from 'vitest'
import { connectRaw } from '../../../../test/service/raw-connection.ts'
import { createService } from './service.ts'

test.each([
  ['head', 'POST /v1/check HTTP/1.1\r\nHost: a\r\n'],
  [
    'body',
    'POST /v1/check HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  ],
])('a request whose %s does not come whole is given up', async (_, bytes) => {
  const policy = readPolicy(
    'version: 1\nrules: [{ name: all, match: {}, key: [], limits: [gcra: { burst: 1, rate: 1/s }] }]\n',
  )
  const app = await createService({
    limiter: createPolicyLimiter(policy),
    playground: '/no/such/folder',
    complain: () => undefined,
    requestTimeoutMs: 1,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const connection = await connectRaw((app.server.address() as AddressInfo).port)
  connection.socket.write(bytes)
  expect(await connection.closed).toMatch(
    /^HTTP\/1\.1 408 Request Timeout\r\n.*"code":"ERR_REQUEST_TIMEOUT"/s,
  )
  await app.close()
})
