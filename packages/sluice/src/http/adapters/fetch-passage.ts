/** How passages are carried out on the requests and responses of the Fetch standard. */
import type { Awaitable } from '../engine/awaitable.ts'
import { isPending } from '../engine/awaitable.ts'
import type { Passage } from '../engine/passage.ts'
import type { HeaderPair } from '../header-input.ts'
import type { Problem } from '../problem/problem.ts'

export function refusalResponse({ status, headers, body }: Problem, more: readonly HeaderPair[]): Response {
  return new Response(body, { status, headers: Object.fromEntries([...more, ...headers]) })
}

/** The response with these headers: itself, or a copy where it is immutable, as redirects and answers of `fetch` are. */
export function withHeaders(response: Response, headers: readonly HeaderPair[]): Response {
  try {
    for (const [name, value] of headers) response.headers.set(name, value)
    return response
  } catch {
    return copyOf(response, response.body, headers)
  }
}

/** The response to a client that has gone away: nobody reads it. */
export function unread(): Response {
  return new Response(null, { status: 499 })
}

/**
 * Waits for a passage. `undefined` if the client has gone away by then, which has given back what it was charged. The
 * signal is asked for before, because some runtimes watch the client only from then on.
 */
export async function awaited(
  begun: PromiseLike<Passage>,
  { signal }: Request,
): Promise<Passage | undefined> {
  const passage = await begun
  if (!signal.aborted) return passage
  await passage.cancel()
  return undefined
}

/** Tells the engine when the client has gone away, for as long as that matters. */
export function followAbort(passage: Passage, request: Request): void {
  const { signal } = request
  const aborted = (): void => void passage.aborted()
  if (signal.aborted) aborted()
  else signal.addEventListener('abort', aborted, { once: true })
}

/** Keeps a worker alive until what follows the response has been done. */
export type WaitUntil = (work: Promise<unknown>) => unknown

/** Tells the engine how the response ended, and gives the response to send. */
export function followResponse(
  passage: Passage,
  response: Response,
  waitUntil: WaitUntil | undefined,
): Response {
  const kept = (work: Awaitable<void>): void => {
    if (isPending(work)) waitUntil?.(Promise.resolve(work))
  }
  if (passage.follows === 'end' && response.body !== null) {
    const body = watched(
      response.body,
      () => kept(passage.finished(response.status)),
      () => kept(passage.aborted()),
    )
    return copyOf(response, body, [])
  }
  kept(passage.finished(response.status))
  return response
}

/** Responses that no constructor makes, such as the upgrade to a WebSocket, stay as they are. */
function copyOf(response: Response, body: Response['body'], headers: readonly HeaderPair[]): Response {
  if (response.status < 200 || response.status > 599) return response
  const copy = new Response(body, response)
  for (const [name, value] of headers) copy.headers.set(name, value)
  return copy
}

/** The same bytes, no earlier than they are asked for, and word of how they ended. */
function watched(
  body: ReadableStream<Uint8Array>,
  onEnd: () => void,
  onAbort: () => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (!done) return controller.enqueue(value)
          controller.close()
          onEnd()
        } catch (error) {
          onAbort()
          throw error
        }
      },
      cancel(reason) {
        onAbort()
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
