import type { PolicyDecision } from '../headers/policy-decision.ts'
import type { Charge, RateLimitReport } from './charge.ts'
import { toldOf } from './rule-policies.ts'

/** What all engines together have decided about one request, so that its response speaks of all of them at once. */
const records = new WeakMap<object, Charge<never>[]>()

/** Adds what an engine has asked. */
export function record<R>(identity: object, charges: readonly Charge<R>[]): void {
  const known = records.get(identity)
  if (known === undefined) records.set(identity, [...charges])
  else known.push(...charges)
}

/** Whether the same limiter has been charged for the same key in this request, by a rule that had as much to say. */
export function isRecorded<R>(identity: object, { rule, keys }: Charge<R>): boolean {
  const known = records.get(identity)
  return known !== undefined && known.some((met) => isSame(met, rule.limiter, rule.isShadow, keys))
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
  const told: PolicyDecision[] = []
  for (const { rule, policies, keys, cost, decision } of records.get(identity) ?? []) {
    if (rule.isShadow || decision === undefined) continue
    told.push(...toldOf(policies, { keys, cost, decision }, partitionKey))
  }
  return told
}

/**
 * What has been decided about a request so far, in the order of the rules. It is known by the object that its adapter
 * names: the `IncomingMessage` of Node for `sluice/node`, `sluice/express`, `sluice/koa` (`ctx.req`) and
 * `sluice/fastify` (`request.raw`), the `Request` for `sluice/fetch` and `sluice/hono` (`c.req.raw`).
 *
 * @example
 * app.get('/usage', (request, response) => response.json(rateLimitOf(request)))
 */
export function rateLimitOf(identity: object): readonly RateLimitReport[] {
  const reports: RateLimitReport[] = []
  for (const charge of records.get(identity) ?? []) {
    if (charge.decision !== undefined) reports.push(charge.report(charge.decision))
  }
  return reports
}
