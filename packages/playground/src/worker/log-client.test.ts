import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { lessonTrace } from 'sluice/simulate'
import { describe, expect, test } from 'vitest'
import { Answerer } from './answerer.ts'
import { LogClient } from './log-client.ts'
import type { LogOverview, ReadProgress } from './log-overview.ts'
import type { Reply } from './messages.ts'

/** A page and a worker in one thread: messages are copied as they are between threads. */
function linked(): LogClient {
  const listeners: ((event: { readonly data: Reply }) => void)[] = []
  const answerer = new Answerer((reply, transfer) => {
    const data = structuredClone(reply, { transfer })
    for (const listener of listeners) listener({ data })
  })
  return new LogClient({
    postMessage: (question) => void answerer.answer(question),
    addEventListener: (_type, listener) => listeners.push(listener),
  })
}

function fixture(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    readFileSync(new URL(`../../../../test/fixtures/access-logs/${name}`, import.meta.url)),
  )
}

function fileOf(name: string, bytes: Uint8Array<ArrayBuffer> = fixture(name)): File {
  return new File([bytes], name)
}

interface Expected {
  readonly logs: readonly unknown[]
}

describe('a dropped log', () => {
  test.each([
    'zanbil-shop-2019.nginx.log',
    'semicomplete-2015.combined.log.gz',
    'iis-2015.w3c.log',
    'nasa-1995-07-01.tsv.gz',
    'azure-llm-code-2023.csv',
  ])('%s', async (name) => {
    const steps: ReadProgress[] = []
    const overview = await linked().read(fileOf(name), (progress) => steps.push(progress))
    console.log({ ...overview, top: overview.top.slice(0, 3) }, steps.length, steps.at(-1))
  })
})
