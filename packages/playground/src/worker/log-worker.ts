/** The worker in which logs are read, so that the page never waits for them. */
import { Answerer } from './answerer.ts'
import type { Question } from './messages.ts'

const answerer = new Answerer((reply, transfer) => globalThis.postMessage(reply, { transfer }))
globalThis.addEventListener('message', (event: MessageEvent<Question>) => void answerer.answer(event.data))
