/** Writes members of structured fields (RFC 9651, section 4.1). What cannot be written is refused, never changed. */
import { toBase64 } from './base64.ts'

/** The largest Integer of a structured field: 15 digits. */
export const MAX_INTEGER: number = 999_999_999_999_999

/** Whether text can be a String: printable ASCII and spaces only. */
export function isStringText(text: string): boolean {
  return /^[ -~]*$/.test(text)
}

/** Whether text can be the key of a parameter. */
export function isKey(text: string): boolean {
  return /^[a-z*][a-z0-9_.*-]*$/.test(text)
}

/** A String of text that `isStringText` has let pass. */
export function writeString(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

export function writeBytes(bytes: Uint8Array): string {
  return `:${toBase64(bytes)}:`
}
