// Servers that answer "hello": bare, with a limit of ours, and with the framework's usual limiter. All count the address of
// the peer in memory, in a window of an hour that nobody uses up.
import { createServer } from 'node:http'
import fastifyRateLimit from '@fastify/rate-limit'
import { serve } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import express from 'express'
import { rateLimit as expressRateLimit } from 'express-rate-limit'
import fastify from 'fastify'
import { Hono } from 'hono'
import { rateLimiter as honoRateLimiter } from 'hono-rate-limiter'
import { fixedWindow } from 'sluice'
import { rateLimit as ourExpress } from 'sluice/express'
import { rateLimit as ourFastify } from 'sluice/fastify'
import { rateLimit as ourHono } from 'sluice/hono'

const MANY = 1_000_000_000
const HOUR_MS = 3_600_000
/** What any limit has to write, if its decision cost nothing. */
const CONSTANT_HEADERS = [
  ['RateLimit-Policy', '"default";q=1000000000;w=3600'],
  ['RateLimit', '"default";r=999999999;t=3600'],
]

function ours(dialect) {
  const limit = fixedWindow({ limit: MANY, window: HOUR_MS, align: 'first-request' })
  return { limit, ...(dialect !== undefined && { dialect }) }
}

function expressServer(middleware) {
  const app = express()
  if (middleware !== undefined) app.use(middleware)
  app.get('/', (_, response) => response.send('hello'))
  return listening(createServer(app))
}

async function fastifyServer(plugin, options) {
  const app = fastify()
  if (plugin !== undefined) await app.register(plugin, options)
  app.get('/', (_, reply) => reply.send('hello'))
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app.server.address().port
}

function honoServer(middleware) {
  const app = new Hono()
  if (middleware !== undefined) app.use(middleware)
  app.get('/', (context) => context.text('hello'))
  return new Promise((resolve) => {
    serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => resolve(port))
  })
}

function listening(server) {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server.address().port))
  })
}

function constantHeadersInExpress(_, response, next) {
  for (const [name, value] of CONSTANT_HEADERS) response.setHeader(name, value)
  next()
}

async function constantHeadersInFastify(app) {
  app.addHook('onRequest', (_, reply, done) => {
    for (const [name, value] of CONSTANT_HEADERS) reply.header(name, value)
    done()
  })
}
constantHeadersInFastify[Symbol.for('skip-override')] = true

async function constantHeadersInHono(context, next) {
  await next()
  for (const [name, value] of CONSTANT_HEADERS) context.header(name, value)
}

const honoPeer = {
  windowMs: HOUR_MS,
  limit: MANY,
  keyGenerator: (context) => getConnInfo(context).remote.address ?? '',
}

/**
 * By framework, the usual limiter and the servers, each a function that listens and gives its port. Both limiters are set
 * up as their pages show; "same headers" is ours with the headers that the peer writes by default.
 */
export const frameworks = {
  'Express 5': {
    peer: 'express-rate-limit',
    servers: {
      bare: () => expressServer(),
      'constant headers': () => expressServer(constantHeadersInExpress),
      ours: () => expressServer(ourExpress(ours())),
      'ours, same headers': () => expressServer(ourExpress(ours('legacy'))),
      peer: () => expressServer(expressRateLimit({ windowMs: HOUR_MS, limit: MANY })),
    },
  },
  'Fastify 5': {
    peer: '@fastify/rate-limit',
    servers: {
      bare: () => fastifyServer(),
      'constant headers': () => fastifyServer(constantHeadersInFastify, {}),
      ours: () => fastifyServer(ourFastify, ours()),
      'ours, same headers': () => fastifyServer(ourFastify, ours('legacy-delta')),
      peer: () => fastifyServer(fastifyRateLimit, { max: MANY, timeWindow: HOUR_MS }),
    },
  },
  'Hono on Node': {
    peer: 'hono-rate-limiter',
    servers: {
      bare: () => honoServer(),
      'constant headers': () => honoServer(constantHeadersInHono),
      ours: () => honoServer(ourHono(ours())),
      'ours, same headers': () => honoServer(ourHono(ours('draft-6'))),
      peer: () => honoServer(honoRateLimiter(honoPeer)),
    },
  },
}
