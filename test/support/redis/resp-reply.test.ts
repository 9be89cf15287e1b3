import { expect, test } from 'vitest'
import { parseReply, RedisReplyError } from './resp-reply.ts'

const nested = Buffer.from('*6\r\n:-7\r\n$4\r\n\r\né\r\n$-1\r\n+OK\r\n*2\r\n-ERR no\r\n*0\r\n*-1\r\n')

test('a reply of every kind is read, binary text and nothing included', () => {
  expect(parseReply(nested)).toEqual({
    reply: [-7, '\r\né', null, 'OK', [new RedisReplyError('ERR no'), []], null],
    end: nested.length,
  })
})

test('a reply is none until its last byte has come', () => {
  for (let length = 0; length < nested.length; length += 1) {
    expect(parseReply(nested.subarray(0, length))).toBeUndefined()
  }
})

test('the next reply is read from where the one before ends', () => {
  expect(parseReply(Buffer.from('+OK\r\n:12\r\n'), 5)).toEqual({ reply: 12, end: 10 })
})
