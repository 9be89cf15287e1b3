import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { firstConnection } from './connection.ts'

const EVENTS = ['ready', 'connect', 'close', 'end', 'disconnect']

test('all calls wait for a connection with one listener for each event', async () => {
  const client = new EventEmitter()
  const connected = firstConnection(client, 'ready')
  const waiting = Array.from({ length: 50 }, connected)
  for (const event of EVENTS) expect(client.listenerCount(event)).toBeLessThanOrEqual(1)
  client.emit('connect')
  client.emit('ready')
  await Promise.all(waiting)
  for (const event of EVENTS) expect(client.listenerCount(event)).toBe(0)
})

test.each(['close', 'end', 'disconnect'])(
  'a connection that fails with %s fails the calls',
  async (event) => {
    const client = new EventEmitter()
    const connected = firstConnection(client, 'connect')
    const waiting = connected()
    client.emit(event)
    await expect(waiting).rejects.toMatchObject({ code: 'ERR_STORE_UNAVAILABLE' })
    for (const each of EVENTS) expect(client.listenerCount(each)).toBe(0)

    const again = connected()
    client.emit('connect')
    await expect(again).resolves.toBeUndefined()
  },
)
