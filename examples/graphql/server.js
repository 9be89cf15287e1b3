// A GraphQL server whose clients have 1000 units a minute, which queries use up by what they ask for.
//   PORT=3000 node examples/graphql/server.js
//   curl -i localhost:3000 -H 'content-type: application/json' -d '{"query":"{ people(first: 100) { name } }"}'
import { createServer } from 'node:http'
import { buildSchema, GraphQLError, parse, validate } from 'graphql'
import { createHandler } from 'graphql-http/lib/use/http'
import { tokenBucket } from 'sluice'
import { rateLimitEngine } from 'sluice/http'
import { queryCost } from './query-cost.js'

const schema = buildSchema(`
  type Query { people(first: Int = 10): [Person] }
  type Person { name: String, friends(first: Int = 10): [Person] }
`)

const reader = {
  identity: ({ request }) => request,
  method: ({ request }) => request.method,
  headers: ({ request }) => request.headers,
  remoteAddress: ({ request }) => request.socket.remoteAddress,
}
const engine = rateLimitEngine(reader, {
  name: 'graphql',
  limit: tokenBucket({ capacity: 1000, rate: '1000/min' }),
  cost: ({ cost }) => cost,
})

/** Decides once the query is known to be valid, and before it is executed. */
async function onSubscribe({ raw: request, context: { res } }, { query, operationName, variables }) {
  const document = parsed(query)
  if (document instanceof GraphQLError) return [document]
  const errors = validate(schema, document)
  if (errors.length > 0) return errors
  const cost = queryCost(schema, document, { operationName, variables })
  const { refusal, ...passage } = await decided({ request, cost })
  for (const [name, value] of passage.headers) res.setHeader(name, value)
  if (refusal !== undefined) return refused(refusal, cost)
  return { schema, document, operationName, variableValues: variables, rootValue }
}

async function decided(call) {
  const passage = await engine.begin(call)
  return { refusal: passage.refusal, headers: passage.headers() }
}

/** The answer is one of GraphQL, with the status and the headers of a refusal. */
function refused({ status, headers, reason }, cost) {
  const { detail, retryAfterSeconds = null } = reason
  const extensions = { code: 'TOO_MANY_REQUESTS', cost, retryAfterSeconds }
  const body = JSON.stringify({ errors: [{ message: detail, extensions }] })
  const contentType = 'application/graphql-response+json; charset=utf-8'
  return [
    body,
    { status, statusText: '', headers: { ...Object.fromEntries(headers), 'Content-Type': contentType } },
  ]
}

function parsed(query) {
  try {
    return parse(query)
  } catch (error) {
    return error
  }
}

const person = { name: 'Ann', friends: ({ first }) => Array.from({ length: first }, () => person) }
const rootValue = { people: person.friends }

const server = createServer(createHandler({ schema, onSubscribe }))
server.listen(Number(process.env.PORT ?? 3000), () => {
  process.stdout.write(`http://localhost:${server.address().port}\n`)
})
