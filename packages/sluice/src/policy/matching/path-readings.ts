/**
 * The path of a request in the form in which it is compared, so that no other spelling of a path escapes its rule.
 *
 * Servers agree about most spellings (RFC 3986, section 6.2.2): what is cut after `?` or `#`, escapes of plain
 * characters, `.` and `..`. They do not about `%2F`, `\`, `;parameters` and the case of letters. Where a server may read a
 * path in two ways, a rule applies if it matches either.
 */
export interface PathReadings {
  /** With `%2F`, `\` and `;` as parts of a segment. */
  readonly plain: string
  /** With `%2F` and `\` as slashes, and without what follows a `;` in a segment. */
  readonly loose: string
}

export function pathReadings(path: string): PathReadings {
  if (USUAL.test(path)) return { plain: path, loose: path }
  const spelt = oneSpelling(withoutOrigin(path))
  const plain = resolved(spelt)
  const isOneReading = !/%2f|%5c|;/.test(spelt)
  return { plain, loose: isOneReading ? plain : resolved(looseSlashes(spelt)) }
}

/** Most paths need no work. */
const USUAL = /^(?:\/[a-z0-9_~-][a-z0-9_.~-]*)+$/

/** A pattern in the spelling of the paths that it is compared with; its stars stay. */
export function pathPattern(pattern: string): string {
  return resolved(pattern.split('*').map(oneSpelling).join('*'))
}

/** What stands between the slashes of a path in its form. */
export function pathSegments(path: string): readonly string[] {
  return path === '/' ? [] : path.slice(1).split('/')
}

/** The path alone: without scheme and host, as a proxy is sent them, and without the query and what follows `#`. */
function withoutOrigin(target: string): string {
  const end = target.search(/[?#]/)
  const path = end === -1 ? target : target.slice(0, end)
  return path.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '')
}

/**
 * Every character in one spelling, in small letters: as it is where it may stand in a path, else as an escape. Escapes
 * stay where the character itself would mean something else.
 */
function oneSpelling(path: string): string {
  return path
    .replaceAll(/%(?![0-9a-f]{2})/gi, '%25')
    .replaceAll(/%[2-7][0-9a-f]/gi, plainCharacter)
    .replaceAll(/[^!$-)+-[\]-~]/gu, escaped)
    .toLowerCase()
}

/** The character of an escape, unless it would mean something else: `/`, `\`, `?`, `#`, `%`, `*` and `;`. */
function plainCharacter(escape: string): string {
  const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
  return /[!"$-)+-.0-:<->@-[\]-~]/.test(character) && character !== '%' ? character : escape
}

function escaped(character: string): string {
  if (character === '*') return '%2a'
  return /[\ud800-\udfff]/.test(character) && character.length === 1
    ? '%ef%bf%bd'
    : encodeURIComponent(character)
}

function looseSlashes(spelt: string): string {
  return spelt.replaceAll(/%2f|%5c/g, '/').replaceAll(/;[^/]*/g, '')
}

/** Without `.`, `..`, empty segments and a slash at the end. */
function resolved(spelt: string): string {
  const segments: string[] = []
  for (const segment of spelt.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return `/${segments.join('/')}`
}
