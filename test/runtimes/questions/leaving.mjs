/**
 * A client that goes away while its request is held back for an hour. It runs in Node, and in a Worker that calls the
 * application's, so it uses nothing but what all runtimes have.
 */
const TRIES = 100
const BETWEEN_MS = 50

/** The unit of the client comes back. `send` takes a path and what `fetch` takes. */
export async function leavingFaults(send) {
  const controller = new AbortController()
  const held = send('/held', { signal: controller.signal }).then(
    ({ status }) => `It is answered ${status}`,
    () => undefined,
  )
  if (!(await isLeft(send, 8))) return ['The request is not charged']
  controller.abort()
  const answered = await held
  if (answered !== undefined) return [answered]
  return (await isLeft(send, 9)) ? [] : ['The unit does not come back']
}

async function isLeft(send, units) {
  for (let tries = 0; tries < TRIES; tries++) {
    const response = await send('/held/left')
    const [{ remaining }] = await response.json()
    if (remaining === units) return true
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS))
  }
  return false
}
