/** Enough bytes of a file to tell how it is compressed. */
export const MAGIC_BYTES = 6

export interface Compression {
  readonly name: string
  readonly magic: readonly number[]
  /** The program that writes the plain text to its standard output. */
  readonly program: string
}

const compressions: readonly Compression[] = [
  { name: 'gzip', magic: [0x1f, 0x8b], program: 'zcat' },
  { name: 'Zstandard', magic: [0x28, 0xb5, 0x2f, 0xfd], program: 'zstdcat' },
  { name: 'bzip2', magic: [0x42, 0x5a, 0x68], program: 'bzcat' },
  { name: 'xz', magic: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], program: 'xzcat' },
  { name: 'zip', magic: [0x50, 0x4b, 0x03, 0x04], program: 'unzip -p' },
]

/** How a file that begins so is compressed; undefined if it is not. */
export function compressionOf(beginning: Uint8Array): Compression | undefined {
  return compressions.find(({ magic }) => magic.every((byte, index) => beginning[index] === byte))
}
