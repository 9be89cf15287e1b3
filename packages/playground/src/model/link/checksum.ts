/** 16 bits that change when letters of a link are lost or swapped (FNV-1a, folded). */
export function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  return ((hash >>> 16) ^ hash) & 0xffff
}
