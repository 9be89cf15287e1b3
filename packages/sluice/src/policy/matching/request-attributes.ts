import { SluiceError } from '../../errors.ts'
import { shown } from '../../limits/options.ts'
import type { Attributes } from '../attributes.ts'
import { normalHost } from './normal-host.ts'
import { pathReadings, pathSegments, type PathReadings } from './path-readings.ts'

/** The attributes of one request in the one form in which they are compared and counted. */
export class RequestAttributes {
  readonly #attributes: Attributes
  readonly #values = new Map<string, string | undefined>()
  #path: PathReadings | undefined
  #paths: readonly (readonly string[])[] | undefined

  constructor(attributes: Attributes) {
    this.#attributes = attributes
  }

  /** The value that keys are made of; `undefined` if the attribute is missing. */
  valueOf(name: string): string | undefined {
    if (this.#values.has(name)) return this.#values.get(name)
    const value = this.#normal(name)
    this.#values.set(name, value)
    return value
  }

  /** The segments of the path, for every way in which a server may read it; none without a path. */
  get paths(): readonly (readonly string[])[] {
    return (this.#paths ??= this.#segmentsOfPaths())
  }

  #segmentsOfPaths(): readonly (readonly string[])[] {
    const readings = this.#readPath()
    if (readings === undefined) return []
    const { plain, loose } = readings
    return plain === loose ? [pathSegments(plain)] : [pathSegments(plain), pathSegments(loose)]
  }

  #readPath(): PathReadings | undefined {
    const given = this.#given('path')
    if (given === undefined) return undefined
    return (this.#path ??= pathReadings(given))
  }

  #normal(name: string): string | undefined {
    if (name === 'path') return this.#readPath()?.loose
    const value = this.#given(name)
    if (value === undefined) return undefined
    if (name === 'method') return value.toUpperCase()
    return name === 'host' ? normalHost(value) : value
  }

  #given(name: string): string | undefined {
    const value = ownValue(this.#attributes, name)
    if (typeof value === 'string') return value
    if (value === undefined || typeof value === 'number' || typeof value === 'boolean') {
      return value === undefined ? undefined : String(value)
    }
    throw new SluiceError(
      'ERR_INVALID_OPTION',
      `attributes.${name} must be text, a number, true or false; found ${shown(value)}.`,
      { field: `attributes.${name}`, value },
    )
  }
}

/** Names of headers are the same in any case; the others are as they are written. */
function ownValue(attributes: Attributes, name: string): unknown {
  if (Object.hasOwn(attributes, name)) return attributes[name]
  if (!name.startsWith('header.')) return undefined
  const spelt = Object.keys(attributes).find((each) => each.toLowerCase() === name)
  return spelt === undefined ? undefined : attributes[spelt]
}
