/**
 * One command on a connection of its own. It keeps no state, follows no redirect and tries nothing twice, so what a test
 * arranges or looks at never depends on how a client library recovers from the very fault being tested.
 */
import { connect } from 'node:net'
import { parseReply, RedisReplyError } from './resp-reply.ts'
import type { RedisReply } from './resp-reply.ts'

export interface CommandOptions {
  /** How long the server may take, in ms. Default 2,000. */
  readonly withinMs?: number
  /** Sent before the command on the same connection, for example `['ASKING']`. */
  readonly after?: readonly string[]
}

/**
 * Sends `command` to the server at a loopback port and resolves with its reply. Rejects with a `RedisReplyError` where
 * the server answers an error, and with an `Error` where it cannot be reached or is silent.
 */
export function redisCommand(
  port: number,
  command: readonly (string | number)[],
  { withinMs = 2_000, after }: CommandOptions = {},
): Promise<RedisReply> {
  const asked = after === undefined ? [command] : [after, command]
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port })
    const fail = (cause?: Error): void => {
      clearTimeout(timer)
      socket.destroy()
      reject(new Error(`No answer to ${command.slice(0, 3).join(' ')} at port ${port}`, { cause }))
    }
    const timer = setTimeout(fail, withinMs)
    let received: Buffer = Buffer.alloc(0)
    socket.on('error', fail)
    socket.on('close', () => fail())
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      const reply = replyNumber(received, asked.length)
      if (reply === undefined) return
      clearTimeout(timer)
      socket.destroy()
      if (reply instanceof RedisReplyError) reject(reply)
      else resolve(reply)
    })
    for (const words of asked) socket.write(encode(words))
  })
}

/** `INFO`'s fields by name, all sections or one. */
export async function redisInfo(port: number, section = 'default'): Promise<ReadonlyMap<string, string>> {
  const text = String(await redisCommand(port, ['INFO', section]))
  return new Map(
    [...text.matchAll(/^([^#:\r\n]+):([^\r\n]*)/gm)].map(([, name = '', value = '']) => [name, value]),
  )
}

function replyNumber(bytes: Buffer, count: number): RedisReply | undefined {
  let start = 0
  for (let number = 1; ; number += 1) {
    const parsed = parseReply(bytes, start)
    if (parsed === undefined || number === count) return parsed?.reply
    start = parsed.end
  }
}

function encode(words: readonly (string | number)[]): string {
  const parts = words.map((word) => `$${Buffer.byteLength(String(word))}\r\n${word}\r\n`)
  return `*${words.length}\r\n${parts.join('')}`
}
