import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { pathPattern, pathReadings } from './path-readings.ts'

test.each([
  ['', '/'],
  ['/', '/'],
  ['//', '/'],
  ['/api/', '/api'],
  ['api', '/api'],
  ['/api//x', '/api/x'],
  ['/./api/./x/.', '/api/x'],
  ['/api/../admin', '/admin'],
  ['/../../etc', '/etc'],
  ['/%61pi/%78', '/api/x'],
  ['/%2e%2E/api/%2e/x', '/api/x'],
  ['/API/X', '/api/x'],
  ['/api/x?y=/../z', '/api/x'],
  ['/api/x#y', '/api/x'],
  ['http://shop.example/api', '/api'],
  ['HTTPS://shop.example:8443?x', '/'],
  ['/@me/%40me', '/@me/@me'],
  ['/a%20b/a b', '/a%20b/a%20b'],
  ['/%zz/%', '/%25zz/%25'],
  ['/%25zz/%25', '/%25zz/%25'],
  ['/caf\u00e9/caf%C3%A9/caf%c3%a9', '/caf%c3%a9/caf%c3%a9/caf%c3%a9'],
  ['/\ud83d\ude00', '/%f0%9f%98%80'],
  ['/\ud83d', '/%ef%bf%bd'],
  ['/a%00b', '/a%00b'],
  ['*', '/%2a'],
  ['/%2A', '/%2a'],
])('%j is read as %j', (path, normal) => {
  expect(pathReadings(path)).toEqual({ plain: normal, loose: normal })
})

test.each([
  ['/a%2fb', '/a%2fb', '/a/b'],
  ['/a\\b', '/a%5cb', '/a/b'],
  ['/a%5Cb', '/a%5cb', '/a/b'],
  ['/api;v=1/x;y', '/api;v=1/x;y', '/api/x'],
  ['/x/..%2fadmin', '/x/..%2fadmin', '/admin'],
  ['/x/..;/admin', '/x/..;/admin', '/admin'],
])('%j may be read as %j and as %j', (path, plain, loose) => {
  expect(pathReadings(path)).toEqual({ plain, loose })
})

const anySegment = fc.string({
  unit: fc.constantFrom(...'ab.%2fF5cC;*?#:@~\u00e9\\ '.split('')),
  maxLength: 6,
})
const anyPath = fc.array(anySegment, { maxLength: 6 }).map((segments) => `/${segments.join('/')}`)

test('what has been read reads the same again', () => {
  fc.assert(
    fc.property(anyPath, (path) => {
      const { plain, loose } = pathReadings(path)
      expect(pathReadings(plain).plain).toBe(plain)
      expect(pathReadings(loose).loose).toBe(loose)
    }),
  )
})

test('no spelling of a path leaves its reading: escapes, case, empty segments, dots, a query', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.string({ unit: fc.constantFrom(...'abcXYZ019-_~'.split('')), minLength: 1, maxLength: 5 }),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      fc.infiniteStream(fc.nat({ max: 5 })),
      (segments, choices) => {
        const choice = (): number => choices.next().value as number
        const spelt = segments.map((segment) => {
          const characters = segment.split('').map((each) => (choice() === 0 ? escapeOf(each) : each))
          const before = ['', '/', './', 'up/../', '%2e/', ''][choice()]
          return `${before}${choice() === 0 ? characters.join('').toUpperCase() : characters.join('')}`
        })
        const path = `/${spelt.join('/')}${['', '/', '?x', '#x', '/.', ''][choice()]}`
        expect(pathReadings(path).plain).toBe(`/${segments.join('/').toLowerCase()}`)
      },
    ),
  )
})

function escapeOf(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`
}

test('patterns are spelt as paths are, and keep their stars', () => {
  expect(pathPattern('/API/**')).toBe('/api/**')
  expect(pathPattern('/%61pi/*/x*/')).toBe('/api/*/x*')
  expect(pathPattern('/a%2Ab/*')).toBe('/a%2ab/*')
})

test('a path of a hundred thousand characters is read at once', () => {
  for (const piece of ['/..', '%2e', ';', '%', '*', '\u00e9', '//', '\\']) {
    const path = piece.repeat(100_000 / piece.length)
    expect(pathReadings(path).loose.startsWith('/')).toBe(true)
  }
})
