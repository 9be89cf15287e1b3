import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { findRedis } from './find-redis.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-find-redis-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

function program(name: string, mode = 0o755): string {
  const path = join(folder, name)
  writeFileSync(path, '#!/bin/sh\n')
  chmodSync(path, mode)
  return path
}

test('the server that SLUICE_REDIS_SERVER names comes before the one on PATH', () => {
  program('redis-server')
  const named = program('another-server')
  vi.stubEnv('PATH', folder)
  vi.stubEnv('SLUICE_REDIS_SERVER', named)
  expect(findRedis()).toBe(named)
})

test('a name that leads nowhere is an error, even with a server on PATH', () => {
  program('redis-server')
  vi.stubEnv('PATH', folder)
  vi.stubEnv('SLUICE_REDIS_SERVER', join(folder, 'missing'))
  expect(findRedis).toThrow('SLUICE_REDIS_SERVER names nothing that can be run')
})

test('a server on PATH is found, Redis before Valkey', () => {
  vi.stubEnv('SLUICE_REDIS_SERVER', '')
  vi.stubEnv('PATH', ['', join(folder, 'missing'), folder].join(delimiter))
  rmSync(join(folder, 'redis-server'), { force: true })
  const valkey = program('valkey-server')
  expect(findRedis()).toBe(valkey)
  const redis = program('redis-server')
  expect(findRedis()).toBe(redis)
})

test('without a server and without apt-get, the error says so in one line', () => {
  vi.stubEnv('SLUICE_REDIS_SERVER', '')
  vi.stubEnv('PATH', join(folder, 'missing'))
  expect(findRedis).toThrow(
    /^No redis-server: SLUICE_REDIS_SERVER names none, PATH has none, and there is no apt-get to bring one$/,
  )
})
