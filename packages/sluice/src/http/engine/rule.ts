import { createLimiter } from '../../limiter/create-limiter.ts'
import type { Limiter } from '../../limiter/limiter.ts'
import { SluiceError } from '../../errors.ts'
import type { Keys } from '../../limits/key.ts'
import type { Limit } from '../../limits/limit.ts'
import { checkWord, shown } from '../../limits/options.ts'
import type { Mode } from '../../stores/store.ts'
import { andThen, isPending, type Awaitable } from './awaitable.ts'
import { Charge } from './charge.ts'
import type { Limits, RuleOptions } from './rate-limit-options.ts'
import { rulePolicies, type RulePolicy } from './rule-policies.ts'
import { slowDownOf, type SlowDown } from './slow-down.ts'

type Of<R, T> = (request: R) => Awaitable<T>

/** A rule that has been checked, with what its options leave out. */
export interface Rule<R> {
  readonly name: string
  readonly limiter: Limiter<Mode>
  readonly policies: readonly RulePolicy[]
  readonly isShadow: boolean
  readonly keyOf: Of<R, Keys>
  readonly cost: number | Of<R, number>
  readonly limitsOf: Of<R, Limits | undefined> | undefined
  readonly policiesUnder: (limits: Limits) => readonly RulePolicy[]
  readonly skip: Of<R, boolean> | undefined
  /** Whether a request whose response has this status stays charged. */
  readonly counts: (status: number, request: R) => boolean
  /** Whether `counts` is the same for every status. */
  readonly countsAll: boolean
  readonly settle: RuleOptions<R>['settle']
  readonly slowDown: SlowDown<R> | undefined
  /** Whether the store answers with promises, which the first answer of several shows. */
  isShared: boolean
  /** What `check` gave last, which shows a limiter that uses a single object for all of its decisions. */
  lastDecision: object | undefined
}

/** @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER` */
export function ruleOf<R>(options: RuleOptions<R>, clientKey: Of<R, Keys>): Rule<R> {
  const { name, key, cost = 1, skip, limit, count = 'all', settle, slowDown } = options
  const limiter = limiterOf(options)
  const isFailure = functionOf('isFailure', options.isFailure) ?? ((status) => status >= 400)
  checkWord('count', count, ['all', 'failures', 'successes'])
  return {
    name: name ?? 'default',
    limiter,
    policies: rulePolicies(name, limiter.limits),
    isShadow: checkWord('mode', options.mode ?? 'enforce', ['enforce', 'shadow']) === 'shadow',
    keyOf: typeof key === 'function' ? key : key === undefined ? clientKey : () => key,
    cost: typeof cost === 'number' ? cost : (functionOf('cost', cost) ?? 1),
    limitsOf: typeof limit === 'function' ? limit : undefined,
    policiesUnder: policiesUnder(name, limiter),
    skip: functionOf('skip', skip),
    counts: (status, request) => count === 'all' || isFailure(status, request) === (count === 'failures'),
    countsAll: count === 'all',
    settle: functionOf('settle', settle),
    slowDown: slowDown === undefined ? undefined : slowDownOf(slowDown),
    isShared: false,
    lastDecision: undefined,
  }
}

/** What a rule asks for a request; `undefined` if it has nothing to say. */
export function chargeFor<R>(rule: Rule<R>, request: R): Awaitable<Charge<R> | undefined> {
  const { skip } = rule
  if (skip === undefined) return keyedCharge(rule, request)
  return andThen(skip(request), (isSkipped) => (isSkipped ? undefined : keyedCharge(rule, request)))
}

/** Most rules have but a key to find, at once. */
function keyedCharge<R>(rule: Rule<R>, request: R): Awaitable<Charge<R>> {
  const { cost, limitsOf, keyOf } = rule
  const keys = keyOf(request)
  if (limitsOf === undefined && typeof cost === 'number' && !isPending(keys)) {
    return chargeUnder(rule, keys, cost, undefined)
  }
  return andThen(keys, (known) =>
    andThen(typeof cost === 'number' ? cost : cost(request), (units) =>
      andThen(limitsOf?.(request), (limits) => chargeUnder(rule, known, units, limits)),
    ),
  )
}

function chargeUnder<R>(rule: Rule<R>, keys: Keys, cost: number, limits: Limits | undefined): Charge<R> {
  if (limits === undefined) return new Charge(rule, keys, cost, rule.limiter, rule.policies)
  return new Charge(rule, keys, cost, rule.limiter.under(limits), rule.policiesUnder(limits))
}

/** Limits are made once and used often, so their policies are remembered for as long as they are. */
function policiesUnder(
  name: string | undefined,
  { limits: own }: Limiter<Mode>,
): (limits: Limits) => readonly RulePolicy[] {
  const known = new WeakMap<object, readonly RulePolicy[]>()
  return (limits) => {
    let policies = known.get(limits)
    if (policies === undefined) {
      policies = rulePolicies(name, isLimit(limits) ? { limit: limits } : { ...own, ...limits })
      known.set(limits, policies)
    }
    return policies
  }
}

function isLimit(limits: Limits): limits is Limit {
  return typeof (limits as Limit).algorithm?.take === 'function'
}

function limiterOf<R>({ limiter, limit }: RuleOptions<R>): Limiter<Mode> {
  if (limiter === undefined && limit !== undefined && typeof limit !== 'function')
    return createLimiter({ limit })
  if (typeof limiter?.check === 'function' && (limit === undefined || typeof limit === 'function'))
    return limiter
  throw new SluiceError(
    'ERR_INVALID_OPTION',
    'A rule takes a limiter, with a function as its limit if some requests have another, or a limit alone; found ' +
      `${shown(limiter)} as the limiter and ${shown(limit)} as the limit.`,
    { field: 'limiter', value: limiter },
  )
}

function functionOf<F>(field: string, value: F | undefined): F | undefined {
  if (value === undefined || typeof value === 'function') return value
  throw new SluiceError('ERR_INVALID_OPTION', `${field} must be a function; found ${shown(value)}.`, {
    field,
    value,
  })
}
