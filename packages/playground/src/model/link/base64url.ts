/** Bytes as letters that need no escape in an address (RFC 4648, section 5), without padding. */
import { LinkError } from './link-error.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const values: ReadonlyMap<string, number> = new Map(Array.from(LETTERS, (letter, value) => [letter, value]))

export function base64url(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xffff
    for (bits += 8; bits >= 6; bits -= 6) text += LETTERS[(held >>> (bits - 6)) & 63]!
  }
  return bits === 0 ? text : text + LETTERS[(held << (6 - bits)) & 63]!
}

export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.floor((text.length * 6) / 8))
  let length = 0
  let bits = 0
  let held = 0
  for (const letter of text) {
    const value = values.get(letter)
    if (value === undefined) throw new LinkError('The link holds a character that no link of this page has.')
    held = ((held << 6) | value) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[length++] = (held >>> bits) & 0xff
  }
  return bytes
}
