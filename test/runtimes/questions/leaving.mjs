/**
 * Clients that go away while their requests are held back. It runs in Node, and in a Worker that calls the
 * application's, so it uses nothing but what all runtimes have. `send` takes a path and what `fetch` takes.
 */
const TRIES = 100
const BETWEEN_MS = 50

/** The unit of a client that leaves comes back, although its request would wait for an hour. */
export async function unitFaults(send) {
  const leave = await heldBack(send, '/held')
  if (leave === undefined) return ['The request is not charged']
  const answered = await leave()
  if (answered !== undefined) return [`It is answered ${answered}`]
  const isBack = await until(async () => (await left(send, '/held')) === 9)
  return isBack ? [] : ['The unit does not come back']
}

/** The only place to wait is free again for somebody else, also where nobody is told that a client has left. */
export async function placeFaults(send) {
  const leave = await heldBack(send, '/narrow')
  if (leave === undefined) return ['The request is not charged']
  await leave()
  const isFree = await until(async () => (await send('/narrow')).status === 200)
  return isFree ? [] : ['The place stays taken']
}

/** Sends a request, and returns what goes away with it and tells its status, if it has been answered nevertheless. */
async function heldBack(send, path) {
  const controller = new AbortController()
  const status = send(path, { signal: controller.signal }).then(
    (response) => response.status,
    () => undefined,
  )
  if (!(await until(async () => (await left(send, path)) === 8))) return undefined
  return () => {
    controller.abort()
    return status
  }
}

async function left(send, path) {
  const response = await send(`${path}/left`)
  const [{ remaining }] = await response.json()
  return remaining
}

async function until(isSo) {
  for (let tries = 0; tries < TRIES; tries++) {
    if (await isSo()) return true
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS))
  }
  return false
}
