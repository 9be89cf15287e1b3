/** A changed policy file takes effect without a restart; a bad one leaves the old policy in force. */
import { renameSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { waitUntil } from '../support/redis/wait-until.ts'
import { policyFile, seen, startService } from './running-service.ts'
import { sendCheck } from './send-check.ts'

const policy = (limit: number, other = '') => `version: 1
rules:
  - name: all
    match: {}
    key: [client]
    limits:
      - sliding-log: { limit: ${limit}, window: 1h }
${other}`

const anyone = { attributes: { client: '192.0.2.1' } }

test('another limit holds from then on, and what was used stays used', async () => {
  const path = policyFile('another.yaml', policy(3))
  const service = await startService('--policy', path)
  await sendCheck(service.url, anyone)
  await sendCheck(service.url, anyone)
  writeFileSync(path, policy(10))
  await seen(service, 'stderr', /in force anew: 1 rule/)
  const { json } = await sendCheck(service.url, anyone)
  expect(json.limits).toMatchObject([{ limit: 10, remaining: 7 }])
})

test('a file that takes the place of the old one is noticed, too', async () => {
  const path = policyFile('replaced.yaml', policy(3))
  const service = await startService('--policy', path)
  renameSync(policyFile('replaced-new.yaml', policy(4)), path)
  await seen(service, 'stderr', /in force anew/)
  expect((await sendCheck(service.url, anyone)).json.limits).toMatchObject([{ limit: 4 }])
})

test('a bad file is told with place and remedy, and the policy before it stays; a good one then takes over', async () => {
  const path = policyFile('bad.yaml', policy(3))
  const service = await startService('--policy', path)
  await sendCheck(service.url, anyone)
  writeFileSync(path, policy(10, '    moed: shadow\n'))
  const [fault = ''] = await seen(service, 'stderr', /^\/.*bad\.yaml:8:5: .*$/m)
  expect(fault).toMatch(/moed.*mode/)
  expect(service.stderr).toMatch(/stays in force/)
  expect((await sendCheck(service.url, anyone)).json.limits).toMatchObject([{ limit: 3, remaining: 1 }])
  writeFileSync(path, policy(5))
  await seen(service, 'stderr', /in force anew/)
  expect((await sendCheck(service.url, anyone)).json.limits).toMatchObject([{ limit: 5, remaining: 2 }])
})

test('a file that is gone is told, and its policy stays', async () => {
  const path = policyFile('gone.yaml', policy(3))
  const service = await startService('--policy', path)
  renameSync(path, `${path}.old`)
  await seen(service, 'stderr', /cannot read .*gone\.yaml: there is no such file/)
  expect((await sendCheck(service.url, anyone)).json.limits).toMatchObject([{ limit: 3, remaining: 2 }])
  renameSync(`${path}.old`, path)
  await seen(service, 'stderr', /in force anew/)
})

test('SIGHUP reads the file at once, changed or not', async () => {
  const service = await startService('--policy', policyFile('hangup.yaml', policy(3)))
  await sendCheck(service.url, anyone)
  service.process.kill('SIGHUP')
  await seen(service, 'stderr', /in force anew/)
  expect((await sendCheck(service.url, anyone)).json.limits).toMatchObject([{ limit: 3, remaining: 1 }])
})

test('notices that nobody reads any more do not end it', async () => {
  const path = policyFile('unread.yaml', policy(3))
  const service = await startService('--policy', path)
  const limitInForce = async () =>
    (await sendCheck(service.url, { ...anyone, cost: 0 })).json.limits[0]?.limit
  service.process.stderr?.destroy()
  for (const limit of [4, 5]) {
    writeFileSync(path, policy(limit))
    await waitUntil('the policy changes', async () => ((await limitInForce()) === limit ? true : undefined))
  }
  expect(await limitInForce()).toBe(5)
})
