import type { PolicyDecision } from '../headers/policy-decision.ts'
import type { Charge, RateLimitReport } from './charge.ts'
import { toldOf } from './rule-policies.ts'

/**
 * Where a request keeps what all engines together have decided about it, so that its response speaks of all of them. A
 * `WeakMap` would leave requests as they are, but costs the garbage collector several times what a decision costs.
 */
const CHARGES: unique symbol = Symbol('sluice')

interface Recorded {
  [CHARGES]?: readonly Charge<never>[]
}

/** For the rare request that takes no property. */
const records = new WeakMap<object, readonly Charge<never>[]>()

/**
 * Requests of `node:http` keep it on the list of their raw headers, of which each has its own. Express gives them another
 * prototype, and a new property of an object that was treated so takes V8 as long as the whole decision.
 */
function keeperOf(identity: object): Recorded {
  const { rawHeaders } = identity as { readonly rawHeaders?: unknown }
  return Array.isArray(rawHeaders) ? (rawHeaders as Recorded) : identity
}

function recordOf(identity: object): readonly Charge<never>[] | undefined {
  const keeper = keeperOf(identity)
  return keeper[CHARGES] ?? (Object.isExtensible(keeper) ? undefined : records.get(keeper))
}

/** Adds what an engine has asked. */
export function record<R>(identity: object, charges: readonly Charge<R>[]): void {
  const known = recordOf(identity)
  keep(identity, known === undefined ? charges : [...known, ...charges])
}

/** Adds what an engine has asked about a part of a request. Of each rule only the last answer is told. */
export function recordPart<R>(envelope: object, charges: readonly Charge<R>[]): void {
  const rules = new Set<unknown>(charges.map(({ rule }) => rule))
  const others = (recordOf(envelope) ?? []).filter(({ rule }) => !rules.has(rule))
  keep(envelope, [...others, ...charges])
}

function keep(identity: object, charges: readonly Charge<never>[]): void {
  const keeper = keeperOf(identity)
  if (Object.isExtensible(keeper)) keeper[CHARGES] = charges
  else records.set(keeper, charges)
}

/** Those of the charges whose limiter has not been charged for the same key in this request already. */
export function unrecorded<R>(identity: object, charges: readonly Charge<R>[]): readonly Charge<R>[] {
  const known = recordOf(identity)
  if (known === undefined) return charges
  return charges.filter(
    ({ rule, keys }) => !known.some((met) => isSame(met, rule.limiter, rule.isShadow, keys)),
  )
}

function isSame(
  { rule, keys }: Charge<never>,
  limiter: unknown,
  isShadow: boolean,
  others: unknown,
): boolean {
  if (rule.limiter !== limiter || rule.isShadow !== isShadow) return false
  return keys === others || JSON.stringify(keys) === JSON.stringify(others)
}

/** What the client is told of: everything but rules in shadow mode. */
export function recordedDecisions(
  identity: object,
  partitionKey: ((key: string) => Uint8Array) | undefined,
): readonly PolicyDecision[] {
  const charges = recordOf(identity) ?? []
  const [only] = charges
  if (only !== undefined && charges.length === 1) return decisionsOf(only, partitionKey)
  return charges.flatMap((charge) => decisionsOf(charge, partitionKey))
}

function decisionsOf(
  { rule, policies, keys, cost, decision }: Charge<never>,
  partitionKey: ((key: string) => Uint8Array) | undefined,
): readonly PolicyDecision[] {
  if (rule.isShadow || decision === undefined) return []
  return toldOf(policies, { keys, cost, decision }, partitionKey)
}

/**
 * What has been decided about a request so far, in the order of the rules. It is known by the object that its adapter
 * names: the `IncomingMessage` of Node for `sluice/node`, `sluice/express`, `sluice/koa` (`ctx.req`) and
 * `sluice/fastify` (`request.raw`), the `Request` for `sluice/fetch` and `sluice/hono` (`c.req.raw`). For `sluice/nest` it is
 * that of Express or Fastify; of the fields of GraphQL the request has what was decided last, and `context.getArgs()`
 * what was decided about this one, as about a message to a gateway.
 *
 * @example
 * app.get('/usage', (request, response) => response.json(rateLimitOf(request)))
 */
export function rateLimitOf(identity: object): readonly RateLimitReport[] {
  const reports: RateLimitReport[] = []
  for (const charge of recordOf(identity) ?? []) {
    if (charge.decision !== undefined) reports.push(charge.report(charge.decision))
  }
  return reports
}
