import { SluiceError } from 'sluice'
import { logFormatLabels } from 'sluice/simulate'
import { UnreadableFile } from './unreadable-file.ts'
import type { LogSession } from './log-session.ts'
import type { ReadProgress } from './log-overview.ts'
import type { Question, Reply } from './messages.ts'
import { readLog } from './read-log.ts'

/** The worker's side: keeps the log that was read last and answers questions about it. */
export class Answerer {
  readonly #send: (reply: Reply, transfer: Transferable[]) => void
  #session: LogSession | undefined

  constructor(send: (reply: Reply, transfer: Transferable[]) => void) {
    this.#send = send
  }

  async answer(question: Question): Promise<void> {
    try {
      await this.#answer(question)
    } catch (error) {
      this.#send({ id: question.id, reply: 'fault', message: messageOf(error) }, [])
    }
  }

  async #answer(question: Question): Promise<void> {
    const { id } = question
    switch (question.ask) {
      case 'read': {
        const onProgress = inSteps((progress) => this.#send({ id, reply: 'progress', progress }, []))
        // What was read before is let go of first: two logs may not fit.
        this.#session = undefined
        const { overview, session } = await readLog(question.file, { ...question.fields, onProgress })
        this.#session = session
        return this.#send({ id, reply: 'read', value: overview }, [])
      }
      case 'find':
        return this.#send({ id, reply: 'find', value: this.#log().find(question.text, question.most) }, [])
      case 'requests': {
        const value = this.#log().requestsOf(question.client)
        return this.#send({ id, reply: 'requests', value }, [value.times.buffer, value.costs.buffer])
      }
      case 'chart':
        return this.#send({ id, reply: 'chart', value: this.#log().chart(question.shares) }, [])
    }
  }

  #log(): LogSession {
    if (this.#session === undefined) throw new UnreadableFile('No log has been read yet.')
    return this.#session
  }
}

/** Hands on every half percent of a file: more would keep the page busy with nothing to see. */
function inSteps(send: (progress: ReadProgress) => void): (progress: ReadProgress) => void {
  let nextBytes = 0
  return (progress) => {
    if (progress.bytes < nextBytes && progress.bytes < progress.totalBytes) return
    nextBytes = progress.bytes + progress.totalBytes / 200
    send(progress)
  }
}

/** Faults of a file are told as they are; anything else is a mistake of this page, and says so. */
function messageOf(error: unknown): string {
  // The library's own words name options of the command line, which a page has not.
  if (error instanceof SluiceError && error.code === 'ERR_UNKNOWN_LOG_FORMAT')
    return `This is no log of a format that is known: ${Object.values(logFormatLabels).join(', ')}.`
  if (error instanceof SluiceError || error instanceof UnreadableFile) return error.message
  if (error instanceof DOMException) return `The file could not be read: ${error.message}`
  return `The page failed to read this file: ${String(error)}`
}
