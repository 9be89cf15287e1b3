import { SluiceError } from '../../errors.ts'
import { checkCount, checkOptions, checkWord, shown } from '../../limits/options.ts'
import type { HeaderInput } from '../header-input.ts'
import { clientAddress } from '../client-address/client-address.ts'
import { rateLimitWriter, type RateLimitWriter } from '../headers/rate-limit-headers.ts'
import { rateLimitPolicies } from '../headers/rate-limit-policy.ts'
import { problem, type ProblemOptions } from '../problem/problem.ts'
import type { RateLimitOptions, RuleOptions } from './rate-limit-options.ts'
import type { RequestReader } from './request-reader.ts'
import { ruleOf, type Rule } from './rule.ts'

const RULE_NAMES = [
  'name',
  'limiter',
  'limit',
  'key',
  'cost',
  'skip',
  'mode',
  'count',
  'isFailure',
  'settle',
  'slowDown',
]

const ENGINE_NAMES = [
  'rules',
  'skip',
  'address',
  'preflights',
  'dialect',
  'partitionKey',
  'format',
  'detail',
  'maxWaiting',
  'onFailure',
  'onError',
  'onRefused',
  'onShadowRefused',
]

/** The options of an engine, checked once, with what they leave out. */
export interface EngineSettings<R> {
  readonly rules: readonly Rule<R>[]
  /** Only where there are several rules; a single one has it itself. */
  readonly skip: RuleOptions<R>['skip']
  readonly countsPreflights: boolean
  readonly write: RateLimitWriter
  readonly partitionKey: RateLimitOptions<R>['partitionKey']
  readonly problemOptions: Pick<ProblemOptions, 'format' | 'detail'>
  readonly maxWaiting: number
  readonly onFailure: 'throw' | 'allow' | 'deny'
  readonly onError: RateLimitOptions<R>['onError']
  readonly onRefused: RateLimitOptions<R>['onRefused']
  readonly onShadowRefused: RateLimitOptions<R>['onShadowRefused']
}

/** @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER` */
export function engineSettings<R>(reader: RequestReader<R>, options: RateLimitOptions<R>): EngineSettings<R> {
  checkOptions('rateLimit', options, [...RULE_NAMES, ...ENGINE_NAMES])
  const { dialect = 'draft-11', format, detail } = options
  const problemOptions = { ...(format !== undefined && { format }), ...(detail !== undefined && { detail }) }
  problem([], problemOptions)
  return {
    rules: rulesOf(reader, options),
    skip: options.rules === undefined ? undefined : options.skip,
    countsPreflights: checkWord('preflights', options.preflights ?? 'skip', ['skip', 'count']) === 'count',
    write: dialect === false ? () => [] : rateLimitWriter({ dialect }),
    partitionKey: options.partitionKey,
    problemOptions,
    maxWaiting: checkCount('maxWaiting', options.maxWaiting ?? 1000),
    onFailure: checkWord('onFailure', options.onFailure ?? 'throw', ['throw', 'allow', 'deny']),
    onError: options.onError,
    onRefused: options.onRefused,
    onShadowRefused: options.onShadowRefused,
  }
}

const NO_HEADERS: HeaderInput = []

function rulesOf<R>(reader: RequestReader<R>, options: RateLimitOptions<R>): readonly Rule<R>[] {
  const { address = {} } = options
  const addressOf = clientAddress(address)
  const readsHeaders = address.source !== undefined && address.source !== 'none'
  // Some runtimes make the headers of a request only when they are asked for.
  const clientKey = readsHeaders
    ? (request: R) => addressOf(reader.remoteAddress(request), reader.headers(request))
    : (request: R) => addressOf(reader.remoteAddress(request), NO_HEADERS)
  const rules = ruleOptions(options).map((each) => ruleOf(each, clientKey))
  // Policies are checked for each rule; together they must have names that differ as well.
  const told = rules.filter(({ isShadow }) => !isShadow)
  rateLimitPolicies(
    told.flatMap(({ policies }) => policies.map(({ policy }) => ({ name: policy.name, quota: 0 }))),
  )
  return rules
}

function ruleOptions<R>(options: RateLimitOptions<R>): readonly RuleOptions<R>[] {
  const { rules } = options
  if (rules === undefined) return [ownRule(options)]
  const stray = RULE_NAMES.find((name) => name !== 'skip' && Object.hasOwn(options, name))
  if (!Array.isArray(rules) || stray !== undefined) {
    throw new SluiceError(
      'ERR_INVALID_OPTION',
      stray === undefined
        ? `rules must be a list of rules; found ${shown(rules)}.`
        : `${stray} does not go with rules; say it in each rule.`,
      { field: stray ?? 'rules', value: rules },
    )
  }
  for (const rule of rules) checkOptions('rules', rule, RULE_NAMES)
  return rules
}

function ownRule<R>(options: RateLimitOptions<R>): RuleOptions<R> {
  const entries = Object.entries(options).filter(([name]) => RULE_NAMES.includes(name))
  return Object.fromEntries(entries) as RuleOptions<R>
}
