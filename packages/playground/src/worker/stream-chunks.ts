/** Called with the bytes of the file that have been read. */
export type ByteProgress = (bytes: number) => void

/** The chunks of a stream, for browsers whose streams cannot be iterated. */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- a stream gives one chunk after the other
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    // Whoever stops early wants no more; a stream that failed has said so already.
    await reader.cancel().catch(() => undefined)
  }
}
