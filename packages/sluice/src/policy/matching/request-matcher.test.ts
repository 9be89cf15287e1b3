import { describe, expect, test } from 'vitest'
import type { Attributes } from '../attributes.ts'
import { ruleKey } from '../rule-key.ts'
import { RequestAttributes } from './request-attributes.ts'
import { RequestMatcher } from './request-matcher.ts'

type Match = Readonly<Record<string, readonly string[]>>

function matches(match: Match, attributes: Attributes): boolean {
  return new RequestMatcher(match).matches(new RequestAttributes(attributes))
}

describe('a path', () => {
  test.each([
    ['/api/**', '/api', true],
    ['/api/**', '/api/', true],
    ['/api/**', '/api/a/b', true],
    ['/api/**', '/apix', false],
    ['/api/*', '/api', false],
    ['/api/*', '/api/a', true],
    ['/api/*', '/api/a/b', false],
    ['/**/admin', '/admin', true],
    ['/**/admin', '/a/b/admin', true],
    ['/v*/x', '/v12/x', true],
    ['/', '/', true],
    ['/', '/a', false],
    ['/**', '/', true],
    ['/files/*', '/files/a%2fb', true],
    ['/files/*', '/files/a;b/', true],
    ['/admin/**', '/x/..%2fadmin', true],
    ['/admin/**', '/x/..;/admin', true],
    ['/admin/**', '\\admin\\x', true],
    ['/LOGIN', '/login', true],
    ['/login', '/Login/?next=/', true],
    ['/a%2ab', '/a*b', true],
    ['/a%2ab', '/axb', false],
  ])('%s and %s: %s', (pattern, path, expected) => {
    expect(matches({ path: [pattern] }, { path })).toBe(expected)
  })
})

test.each<[Match, Attributes, boolean]>([
  [{}, {}, true],
  [{ path: ['/**'] }, {}, false],
  [{ method: ['post'] }, { method: 'POST' }, true],
  [{ method: ['POST', 'PUT'] }, { method: 'put' }, true],
  [{ method: ['POST'] }, { method: 'GET' }, false],
  [{ method: ['POST'], path: ['/a'] }, { method: 'POST', path: '/b' }, false],
  [{ host: ['shop.example'] }, { host: 'Shop.Example.:443' }, true],
  [{ host: ['*.example'] }, { host: 'a.example' }, true],
  [{ host: ['*.example'] }, { host: 'a.b.example' }, false],
  [{ host: ['**.example'] }, { host: 'a.b.example' }, true],
  [{ host: ['[::1]'] }, { host: '[::1]:80' }, true],
  [{ host: ['2001:db8::1'] }, { host: '2001:db8::1' }, true],
  [{ tier: ['free*'] }, { tier: 'freemium' }, true],
  [{ tier: ['free'] }, { tier: 'Free' }, false],
  [{ tier: ['3'] }, { tier: 3 }, true],
  [{ beta: ['true'] }, { beta: true }, true],
  [{ tier: ['*'] }, { tier: undefined }, false],
  [{ tier: [''] }, { tier: '' }, true],
  [{ 'header.x-plan': ['free'] }, { 'Header.X-Plan': 'free' }, true],
  [{ toString: ['*'] }, {}, false],
])('%j and %j: %s', (match, attributes, expected) => {
  expect(matches(match, attributes)).toBe(expected)
})

test('attributes that are neither text nor number nor boolean are errors', () => {
  const attributes = { tier: ['free'] } as unknown as Attributes
  expect(() => matches({ tier: ['free'] }, attributes)).toThrow(
    expect.objectContaining({ code: 'ERR_INVALID_OPTION', field: 'attributes.tier' }),
  )
})

function keyOf(names: readonly string[], attributes: Attributes): string {
  const request = new RequestAttributes(attributes)
  return ruleKey(names, (name) => request.valueOf(name))
}

describe('the key of a request', () => {
  test('is the same for every spelling of the same', () => {
    const one = keyOf(['path', 'method', 'host'], { path: '/api/x', method: 'GET', host: 'shop.example' })
    const other = { path: '//%41PI;v=1/x/?y', method: 'get', host: 'SHOP.example:80' }
    expect(keyOf(['path', 'method', 'host'], other)).toBe(one)
    expect(keyOf(['user'], { user: 81 })).toBe(keyOf(['user'], { user: '81' }))
  })

  test('of a missing attribute is one that no value gives', () => {
    const missing = keyOf(['user'], {})
    expect(keyOf(['user'], { user: undefined })).toBe(missing)
    for (const user of ['', 'user', 'undefined', '-', '='])
      expect(keyOf(['user'], { user })).not.toBe(missing)
  })

  test('differs where any part does, and where the parts are other attributes', () => {
    const keys = [
      keyOf(['a', 'b'], { a: 'x', b: 'y' }),
      keyOf(['a', 'b'], { a: 'y', b: 'x' }),
      keyOf(['a', 'b'], { a: 'x' }),
      keyOf(['a', 'b'], { b: 'x' }),
      keyOf(['a', 'b'], { a: 'x3:b=y', b: '' }),
      keyOf(['a'], { a: 'x' }),
      keyOf(['b'], { b: 'x' }),
      keyOf([], {}),
    ]
    expect(new Set(keys).size).toBe(keys.length)
  })
})
