/** Text to bytes and back, and text made safe to show. */

// The library is built without the types of any platform; every platform it runs on has this.
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string }

const decoder = new TextDecoder()

/** The text at `bytes[start..end)`, with U+FFFD for bytes that are not UTF-8. */
export function decodeText(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end))
}

/**
 * UTF-8, and a lone surrogate as three bytes of its own. `TextEncoder` would turn every lone surrogate into U+FFFD,
 * and different names into one.
 */
export function encodeText(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3)
  let length = 0
  for (const character of text) {
    const code = character.codePointAt(0)!
    if (code < 0x80) {
      bytes[length++] = code
    } else if (code < 0x800) {
      bytes[length++] = 0xc0 | (code >> 6)
      bytes[length++] = 0x80 | (code & 63)
    } else {
      if (code < 0x10000) {
        bytes[length++] = 0xe0 | (code >> 12)
      } else {
        bytes[length++] = 0xf0 | (code >> 18)
        bytes[length++] = 0x80 | ((code >> 12) & 63)
      }
      bytes[length++] = 0x80 | ((code >> 6) & 63)
      bytes[length++] = 0x80 | (code & 63)
    }
  }
  return bytes.subarray(0, length)
}

/** The most characters of a line that are shown. */
const SHOWN_CHARACTERS = 200

/** The beginning of a line for people: at most 200 characters, control characters written out as `\x1b`. */
export function shownText(bytes: Uint8Array, start: number, end: number): string {
  // A character takes up to four bytes, so this many hold all that is shown.
  const text = decodeText(bytes, start, Math.min(end, start + 4 * SHOWN_CHARACTERS))
  return Array.from(text).slice(0, SHOWN_CHARACTERS).map(visible).join('')
}

function visible(character: string): string {
  const code = character.codePointAt(0)!
  if (code === 9) return '\\t'
  if (code < 32 || (code >= 127 && code < 160)) return `\\x${code.toString(16).padStart(2, '0')}`
  if (code === 0x2028 || code === 0x2029) return `\\u${code.toString(16)}`
  return character
}
