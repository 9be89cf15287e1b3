/** The recorded cases of headers and client addresses, every file of them. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { clientAddress, type HeaderList } from '../../packages/sluice/src/http/index.ts'
import { outcomeOf, type HeaderCase } from './header-cases.ts'

const folder = new URL('../fixtures/vectors/', import.meta.url)

interface AddressCase {
  readonly remote: string
  readonly headers: HeaderList
  readonly source: string
  readonly trusted?: readonly string[]
  readonly trusted_hops?: number
  readonly ipv6_prefix: number
}

interface Case {
  readonly name: string
  readonly given: HeaderCase | AddressCase
  readonly expect: Readonly<Record<string, unknown>>
}

const cases = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .flatMap((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Case[])

const isHeaderCase = ({ given }: Case): boolean => 'op' in given

test('there are cases of both kinds', () => {
  expect(cases.filter(isHeaderCase).length).toBeGreaterThan(50)
  expect(cases.filter((one) => !isHeaderCase(one)).length).toBeGreaterThan(30)
})

describe('headers', () => {
  test.each(cases.filter(isHeaderCase))('$name', ({ given, expect: { absent = [], ...wanted } }) => {
    const outcome = outcomeOf(given as HeaderCase)
    const { headers = {}, ...rest } = outcome as { headers?: Record<string, string> }
    const { headers: wantedHeaders = {}, ...wantedRest } = wanted as { headers?: Record<string, string> }
    expect(rest).toEqual(wantedRest)
    expect(lowerCased(headers)).toMatchObject(lowerCased(wantedHeaders))
    for (const name of absent as string[])
      expect(lowerCased(headers)).not.toHaveProperty([name.toLowerCase()])
  })
})

describe('client addresses', () => {
  test.each(cases.filter((one) => !isHeaderCase(one)))('$name', ({ given, expect: { key } }) => {
    const {
      remote,
      headers,
      source,
      trusted,
      trusted_hops: trustedHops,
      ipv6_prefix: ipv6Prefix,
    } = given as AddressCase
    const trust = trustedHops === undefined ? { trusted: trusted ?? [] } : { trustedHops }
    expect(clientAddress({ source, ipv6Prefix, ...trust })(remote, headers)).toBe(key)
  })
})

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
