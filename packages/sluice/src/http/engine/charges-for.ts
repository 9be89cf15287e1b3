import { headerValues } from '../header-input.ts'
import { all, andThen, isPending, type Awaitable } from './awaitable.ts'
import type { Charge } from './charge.ts'
import type { EngineSettings } from './engine-settings.ts'
import type { RequestReader } from './request-reader.ts'
import { chargeFor } from './rule.ts'

/** What the rules of an engine ask for a request; nothing for those that are let alone. */
export function chargesFor<R>(
  reader: RequestReader<R>,
  { skip, countsPreflights, rules }: EngineSettings<R>,
  request: R,
): Awaitable<readonly Charge<R>[]> {
  if (!countsPreflights && isPreflight(reader, request)) return []
  if (skip !== undefined)
    return andThen(skip(request), (isSkipped) => (isSkipped ? [] : askedBy(rules, request)))
  const [only] = rules
  if (only === undefined || rules.length > 1) return askedBy(rules, request)
  const charge = chargeFor(only, request)
  return isPending(charge) ? charge.then(listOf) : listOf(charge)
}

function askedBy<R>(rules: EngineSettings<R>['rules'], request: R): Awaitable<readonly Charge<R>[]> {
  return andThen(all(rules.map((rule) => chargeFor(rule, request))), (charges) => charges.flatMap(listOf))
}

function listOf<R>(charge: Charge<R> | undefined): readonly Charge<R>[] {
  return charge === undefined ? [] : [charge]
}

/** A question that browsers ask before a request to another origin (Fetch standard, "CORS-preflight request"). */
function isPreflight<R>(reader: RequestReader<R>, request: R): boolean {
  if (reader.method(request) !== 'OPTIONS') return false
  return headerValues(reader.headers(request), 'access-control-request-method').length > 0
}
