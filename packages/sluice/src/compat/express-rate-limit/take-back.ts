import type { ExpressRequest, ExpressResponse } from './express-types.ts'
import type { Count } from './meter.ts'
import type { Settings } from './settings.ts'

/** The end of a response, listened for before anything else may end it. */
export interface Ending {
  readonly finished: Promise<void>
  readonly closed: Promise<void>
  readonly failed: Promise<void>
}

export function endingOf(response: ExpressResponse): Ending {
  const heard = (event: 'finish' | 'close' | 'error') =>
    new Promise<void>((resolve) => {
      response.once(event, resolve)
    })
  return { finished: heard('finish'), closed: heard('close'), failed: heard('error') }
}

/** Takes a request back once, when it has ended in the way that does not count. */
export function takeBackAtEnd(
  request: ExpressRequest,
  response: ExpressResponse,
  ending: Ending,
  { resetTime, undo }: Count,
  settings: Settings,
): void {
  const { skipFailedRequests, skipSuccessfulRequests, requestWasSuccessful, logger } = settings
  let isTakenBack = false
  const takeBack = async () => {
    if (isTakenBack) return
    isTakenBack = true
    // The window is over: what is taken back now would be the next one's.
    if (resetTime && Date.now() >= resetTime.getTime()) return
    try {
      await undo()
    } catch (error) {
      logger.error(error, 'A request could not be taken back from the store.')
    }
  }
  const on = (ended: Promise<void>, what: string, act: () => Promise<void>) => {
    void ended
      .then(act)
      .catch((error: unknown) => logger.error(error, `Whether a request counts failed at ${what}.`))
  }
  on(ending.finished, 'finish', async () => {
    const success = await requestWasSuccessful(request, response)
    if (success ? skipSuccessfulRequests : skipFailedRequests) await takeBack()
  })
  if (!skipFailedRequests) return
  on(ending.closed, 'close', async () => {
    if (!response.writableEnded) await takeBack()
  })
  on(ending.failed, 'error', takeBack)
}
