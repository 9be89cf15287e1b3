import { describe, expect, test } from 'vitest'
import { isReadOnly, toldBy, unsupported } from './server-error.ts'

// As ioredis and node-redis hand it on, and as GLIDE does.
describe('what a server says is read in the words of every library', () => {
  test.each([
    ['SLUICE_LATE 1796057053546', { asks: 'LATE', ms: 1_796_057_053_546 }],
    ['SLUICE_LATE: 1796057053546', { asks: 'LATE', ms: 1_796_057_053_546 }],
    ['SLUICE_WINDOW 12', { asks: 'WINDOW', ms: 12 }],
    ['SLUICE_WINDOW: 12', { asks: 'WINDOW', ms: 12 }],
    ['ERR something else', undefined],
  ])('%s', (text, told) => {
    expect(toldBy(new Error(text))).toEqual(told)
  })

  test.each([
    ["READONLY You can't write against a read only replica. script: edfb, on @user_script:1.", true],
    ["An error was signalled by the server: - ReadOnly: You can't write against a read only replica.", true],
    ['LOADING Redis is loading the dataset in memory', false],
  ])('%s', (text, expected) => {
    expect(isReadOnly(new Error(text))).toBe(expected)
  })

  test.each([
    "ERR The user executing the script can't run this command or subcommand script: db74, on @user_script:1.",
    "An error was signalled by the server: - ResponseError: The user executing the script can't run this command",
    'ERR Error running script: @user_script:1: Write commands not allowed after non deterministic commands',
    'ERR Unknown Redis command called from Lua script',
    "ERR unknown command 'EVALSHA', with args beginning with: ",
    "NOPERM this user has no permissions to run the 'eval' command",
    "An error was signalled by the server: - PermissionDenied: this user has no permissions to run the 'eval' command",
  ])('it will never run the script: %s', (text) => {
    const cause = new Error(text)
    expect(unsupported(cause)).toMatchObject({ code: 'ERR_STORE_UNSUPPORTED', field: 'clock', cause })
  })

  test.each([
    'LOADING Redis is loading the dataset in memory',
    "OOM command not allowed when used memory > 'maxmemory'.",
    'CLUSTERDOWN Hash slot not served',
    'Connection is closed.',
    'WRONGTYPE Operation against a key holding the wrong kind of value',
  ])('it may run the script another time: %s', (text) => {
    expect(unsupported(new Error(text))).toBeUndefined()
  })
})
