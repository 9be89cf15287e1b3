/** Base64 as structured fields have it (RFC 4648, section 4): the standard alphabet, written with padding. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

const values: ReadonlyMap<string, number> = new Map(Array.from(alphabet, (letter, value) => [letter, value]))

export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3)
    const group = (first << 16) | (second << 8) | third
    const letters = [18, 12, 6, 0].map((shift) => alphabet[(group >> shift) & 63]).join('')
    const present = Math.min(3, bytes.length - at) + 1
    text += letters.slice(0, present).padEnd(4, '=')
  }
  return text
}

/**
 * The bytes of base64 text; `undefined` if it is none. Missing padding and pad bits that are not zero pass, as RFC 9651
 * asks of readers.
 */
export function fromBase64(text: string): Uint8Array | undefined {
  const [, letters] = /^([A-Za-z0-9+/]*)={0,2}$/.exec(text) ?? []
  if (letters === undefined || letters.length % 4 === 1) return undefined
  if (text.length !== letters.length && letters.length % 4 === 0) return undefined
  const bytes = new Uint8Array(Math.floor((letters.length * 3) / 4))
  let group = 0
  let bits = 0
  let length = 0
  for (const letter of letters) {
    group = ((group << 6) | (values.get(letter) as number)) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[length++] = (group >> bits) & 255
  }
  return bytes
}
