import { createServer } from 'node:http'
import express, { type Express, type Request, type Response } from 'express'
import express4 from 'express4'
import { rateLimit, type ExpressRateLimitOptions } from 'sluice/express'
import { adapterSuite } from './adapter-suite.ts'
import { behaviour } from './behaviour.ts'
import { optionsFor, OWN_BODY, type Answering, type Harness, type SuiteRequest } from './harness.ts'
import { listening } from './listening.ts'

adapterSuite('Express 5', harnessOf(express))
adapterSuite('Express 4', harnessOf(express4))

function harnessOf(create: () => Express): Harness {
  return {
    handlesErrors: true,
    keepsHeadersOfErrors: true,
    start({ limits, answering = 'default', onArrival }) {
      const app = create()
      app.set('env', 'test')
      for (const options of limits)
        app.use(rateLimit({ ...optionsFor(options, view), ...handlers[answering] }))
      app.use((request: Request, response: Response, next) => {
        onArrival?.(request.path)
        Promise.resolve()
          .then(() => behaviour(request.path))
          .then(({ status, body }) => response.status(status).send(body))
          .catch(next)
      })
      return listening(createServer(app))
    },
  }
}

const handlers: Readonly<Record<Answering, Pick<ExpressRateLimitOptions, 'handler'>>> = {
  default: {},
  'own body': { handler: (_, response) => response.send(OWN_BODY) },
  'thrown error': {
    handler: () => {
      throw Object.assign(new Error('refused'), { status: 429 })
    },
  },
}

function view(request: Request): SuiteRequest {
  return { header: (name) => request.get(name) }
}
