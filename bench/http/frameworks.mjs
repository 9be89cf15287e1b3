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
import { createLimiter, fixedWindow } from 'sluice'
import { rateLimit as ourExpress } from 'sluice/express'
import { rateLimit as ourFastify } from 'sluice/fastify'
import { rateLimit as ourHono } from 'sluice/hono'

const MANY = 1_000_000_000
const HOUR_MS = 3_600_000
const POLICY = '"default";q=1000000000;w=3600'

function manyAnHour() {
  return fixedWindow({ limit: MANY, window: HOUR_MS, align: 'first-request' })
}

function ours(dialect) {
  return { limit: manyAnHour(), ...(dialect !== undefined && { dialect }) }
}

/** The least that a limit takes: a decision about the peer, and two headers, written for this server alone. */
function byHand() {
  const limiter = createLimiter({ limit: manyAnHour() })
  return (socket, setHeader) => {
    const { remaining, resetAfterMs } = limiter.check(socket.remoteAddress)
    setHeader('RateLimit-Policy', POLICY)
    setHeader('RateLimit', `"default";r=${remaining};t=${Math.ceil(resetAfterMs / 1000)}`)
  }
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

function byHandInExpress() {
  const limit = byHand()
  return ({ socket }, response, next) => {
    limit(socket, (name, value) => response.setHeader(name, value))
    next()
  }
}

function byHandInFastify() {
  const limit = byHand()
  const plugin = async (app) => {
    app.addHook('onRequest', ({ socket }, reply, done) => {
      limit(socket, (name, value) => reply.header(name, value))
      done()
    })
  }
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true })
}

/** Headers of the response below Hono: those of its context would cost more than everything else here. */
function byHandInHono() {
  const limit = byHand()
  return ({ env: { incoming, outgoing } }, next) => {
    limit(incoming.socket, (name, value) => outgoing.setHeader(name, value))
    return next()
  }
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
      'by hand': () => expressServer(byHandInExpress()),
      ours: () => expressServer(ourExpress(ours())),
      'ours, same headers': () => expressServer(ourExpress(ours('legacy'))),
      peer: () => expressServer(expressRateLimit({ windowMs: HOUR_MS, limit: MANY })),
    },
  },
  'Fastify 5': {
    peer: '@fastify/rate-limit',
    servers: {
      bare: () => fastifyServer(),
      'by hand': () => fastifyServer(byHandInFastify()),
      ours: () => fastifyServer(ourFastify, ours()),
      'ours, same headers': () => fastifyServer(ourFastify, ours('legacy-delta')),
      peer: () => fastifyServer(fastifyRateLimit, { max: MANY, timeWindow: HOUR_MS }),
    },
  },
  'Hono on Node': {
    peer: 'hono-rate-limiter',
    servers: {
      bare: () => honoServer(),
      'by hand': () => honoServer(byHandInHono()),
      ours: () => honoServer(ourHono(ours())),
      'ours, same headers': () => honoServer(ourHono(ours('draft-6'))),
      peer: () => honoServer(honoRateLimiter(honoPeer)),
    },
  },
}
