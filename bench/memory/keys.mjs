// Keys as a server meets them: each call cuts a new string from a text that goes by, in random order.
const makers = {
  'short ids': (index) => `user:${String(index).padStart(8, '0')}`,
  'IPv4 addresses': (index) =>
    `1${index & 63}.${100 + ((index >>> 6) & 127)}.${100 + ((index >>> 13) & 127)}.${10 + ((index >>> 20) & 15)}`.padEnd(
      15,
      '0',
    ),
  '60-character API keys': (index) =>
    `sk_live_${'0123456789abcdefghijklmnopqrstuvwxyz'.repeat(2).slice(0, 42)}${String(index).padStart(10, '0')}`,
}

const CUTS = 2 ** 20

export function makeKey(kind, index) {
  return makers[kind](index)
}

/** A function that cuts the next of `count` keys from the text; with one key it is always the same text. */
export function keyCutter(kind, count) {
  const { length } = makeKey(kind, 0)
  const cuts = count === 1 ? 1 : CUTS
  let x = 123_456_789
  const parts = Array.from({ length: cuts }, (_, index) => {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    return makeKey(kind, count === CUTS ? index : (x >>> 0) % count)
  })
  // Buffer.toString makes one flat string, as reading from a socket does; cutting all of it would give the same string
  // again, whose hash V8 has kept, so something stands around the keys.
  const text = Buffer.from(`${parts.join('')}\n`).toString('latin1')
  let at = 0
  return () => {
    const key = text.slice(at, at + length)
    at += length
    if (at === text.length - 1) at = 0
    return key
  }
}
