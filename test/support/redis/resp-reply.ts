/** Reads replies in RESP2, the protocol that every Redis and Valkey speaks to a client that has not asked for another. */

/** What a command answers. An error inside an array stays a value; a reply that is an error is thrown by `redisCommand`. */
export type RedisReply = string | number | null | RedisReplyError | readonly RedisReply[]

/** An error that the server answered, such as `MOVED 12182 127.0.0.1:20003`. */
export class RedisReplyError extends Error {
  override readonly name = 'RedisReplyError'
}

interface Parsed {
  readonly reply: RedisReply
  /** Where the next reply starts. */
  readonly end: number
}

/** The reply that starts at `start`, or undefined while bytes of it are missing. */
export function parseReply(bytes: Buffer, start = 0): Parsed | undefined {
  const lineEnd = bytes.indexOf('\r\n', start)
  if (lineEnd < 0) return undefined
  const kind = bytes.toString('latin1', start, start + 1)
  const line = bytes.toString('utf8', start + 1, lineEnd)
  const end = lineEnd + 2
  switch (kind) {
    case '+':
      return { reply: line, end }
    case '-':
      return { reply: new RedisReplyError(line), end }
    case ':':
      return { reply: Number(line), end }
    case '$':
      return parseBulk(bytes, end, Number(line))
    case '*':
      return parseArray(bytes, end, Number(line))
    default:
      throw new Error(`Not a RESP2 reply: ${kind}${line}`)
  }
}

function parseBulk(bytes: Buffer, start: number, length: number): Parsed | undefined {
  if (length < 0) return { reply: null, end: start }
  const end = start + length + 2
  if (bytes.length < end) return undefined
  return { reply: bytes.toString('utf8', start, start + length), end }
}

function parseArray(bytes: Buffer, start: number, length: number): Parsed | undefined {
  if (length < 0) return { reply: null, end: start }
  const replies: RedisReply[] = []
  let end = start
  while (replies.length < length) {
    const item = parseReply(bytes, end)
    if (item === undefined) return undefined
    replies.push(item.reply)
    end = item.end
  }
  return { reply: replies, end }
}
