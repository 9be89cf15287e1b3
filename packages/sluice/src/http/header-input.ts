/** The headers of a message, in any of the forms in which runtimes hand them over. Names are compared without case. */

/** The object of `node:http`: repeated headers are joined there already, or stand in an array. */
export type HeaderRecord = Readonly<Record<string, string | readonly string[] | number | undefined>>

/** What is used of the `Headers` of the Fetch standard. */
export interface HeadersObject {
  get(name: string): string | null
  forEach(visit: (value: string, name: string) => void): void
}

/** Names and values in the order in which they came; a repeated header is there as often as it was sent. */
export type HeaderList = readonly (readonly [name: string, value: string])[]

export type HeaderInput = HeaderRecord | HeadersObject | HeaderList

/** A header to be sent. Both parts are printable ASCII, so neither can end the line. */
export type HeaderPair = readonly [name: string, value: string]

/** The values of one header in their order. `name` is in lower case. */
export function headerValues(headers: HeaderInput, name: string): readonly string[] {
  if (isHeadersObject(headers)) {
    const value = headers.get(name)
    return value === null ? [] : [value]
  }
  const values: string[] = []
  eachHeader(headers, (found, value) => {
    if (found.length === name.length && found.toLowerCase() === name) values.push(value)
  })
  return values
}

/** The lines of every header by its name in lower case, without spaces and tabs around them. */
export function headerLines(headers: HeaderInput): ReadonlyMap<string, readonly string[]> {
  const lines = new Map<string, string[]>()
  eachHeader(headers, (name, value) => {
    const key = name.toLowerCase()
    const line = trimmed(value)
    const earlier = lines.get(key)
    if (earlier === undefined) lines.set(key, [line])
    else earlier.push(line)
  })
  return lines
}

/** Text without the spaces and tabs around it: only these two are optional whitespace in a header (RFC 9110, 5.6.3). */
export function trimmed(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isBlank(text.charCodeAt(start))) start++
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

function isBlank(unit: number): boolean {
  return unit === 32 || unit === 9
}

function eachHeader(headers: HeaderInput, visit: (name: string, value: string) => void): void {
  if (isHeaderList(headers)) {
    for (const [name, value] of headers) visit(name, value)
  } else if (isHeadersObject(headers)) {
    headers.forEach((value, name) => visit(name, value))
  } else {
    for (const name of Object.keys(headers)) {
      const value = headers[name]
      if (Array.isArray(value)) for (const line of value as readonly string[]) visit(name, line)
      else if (value !== undefined) visit(name, String(value))
    }
  }
}

function isHeaderList(headers: HeaderInput): headers is HeaderList {
  return Array.isArray(headers)
}

function isHeadersObject(headers: HeaderInput): headers is HeadersObject {
  return typeof (headers as HeadersObject).get === 'function'
}
