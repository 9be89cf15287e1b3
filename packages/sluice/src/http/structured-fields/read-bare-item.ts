import { fromBase64 } from './base64.ts'
import type { BareItem } from './member.ts'
import { SyntaxFault, type TextReader } from './text-reader.ts'

const NUMBER = /-?[0-9]+(?:\.[0-9]+)?/y
const STRING = /"[ !#-[\]-~]*(?:\\["\\][ !#-[\]-~]*)*"/y
const TOKEN = /[A-Za-z*][!#$%&'*+.^_`|~0-9A-Za-z:/-]*/y
const BYTES = /:[A-Za-z0-9+/=]*:/y
const BOOLEAN = /\?[01]/y
const DATE = /@-?[0-9]{1,15}(?![0-9.])/y
const DISPLAY_STRING = /%"[ !#$&-~]*(?:%[0-9a-f]{2}[ !#$&-~]*)*"/y

/** Reads a bare item (RFC 9651, section 4.2.3.1) at the reader's place. */
export function readBareItem(reader: TextReader): BareItem {
  const character = reader.text[reader.at] ?? ''
  if (/[0-9-]/.test(character)) return numberOf(reader.must(NUMBER))
  if (character === '"') {
    return { type: 'string', value: reader.must(STRING).slice(1, -1).replaceAll(/\\(.)/g, '$1') }
  }
  if (/[A-Za-z*]/.test(character)) return { type: 'token', value: reader.must(TOKEN) }
  if (character === ':') return bytesOf(reader.must(BYTES))
  if (character === '?') return { type: 'boolean', value: reader.must(BOOLEAN) === '?1' }
  if (character === '@') return { type: 'date', value: Number(reader.must(DATE).slice(1)) }
  if (character === '%') return displayStringOf(reader.must(DISPLAY_STRING))
  throw new SyntaxFault()
}

/** An Integer has up to 15 digits, a Decimal up to 12 before the point and 3 after it. `2.0` is no Integer. */
function numberOf(text: string): BareItem {
  if (/^-?[0-9]{1,15}$/.test(text)) return { type: 'integer', value: Number(text) }
  if (/^-?[0-9]{1,12}\.[0-9]{1,3}$/.test(text)) return { type: 'decimal', value: Number(text) }
  throw new SyntaxFault()
}

function bytesOf(text: string): BareItem {
  const value = fromBase64(text.slice(1, -1))
  if (value === undefined) throw new SyntaxFault()
  return { type: 'bytes', value }
}

function displayStringOf(text: string): BareItem {
  try {
    return { type: 'display-string', value: decodeURIComponent(text.slice(2, -1)) }
  } catch {
    throw new SyntaxFault()
  }
}
