/** What the suite asks of a test application in each framework. */
import type { RateLimitOptions, RuleOptions } from 'sluice/http'

/** A request as the suite's options see it, whatever the framework makes of it. */
export interface SuiteRequest {
  header(name: string): string | undefined
}

export type SuiteOptions = RateLimitOptions<SuiteRequest>

/** How an application answers those that are refused: as Sluice does, with a body of its own, or by an error. */
export type Answering = 'default' | 'own body' | 'thrown error'

export interface Setup {
  /** One rate limit after the other, as for an application and one of its routes. */
  readonly limits: readonly SuiteOptions[]
  readonly answering?: Answering
  /** Called when a request has reached the application. */
  readonly onArrival?: (path: string) => void
}

export interface RunningApp {
  readonly port: number
  /** Clients that are connected, as the server sees it. */
  connections(): number
  close(): Promise<void>
}

/** An adapter with its framework, behind a real socket. */
export interface Harness {
  start(setup: Setup): Promise<RunningApp>
  /** Whether the framework has error handling, to which an adapter can hand what was thrown. */
  readonly handlesErrors: boolean
  /** Whether the response to an error that the application throws still has the headers that were set before. */
  readonly keepsHeadersOfErrors: boolean
}

/** The body that applications answer with where they answer refusals themselves. */
export const OWN_BODY = 'slow down, please'

/** Options whose functions take the requests of a framework. */
export function optionsFor<R>(
  options: SuiteOptions,
  view: (request: R) => SuiteRequest,
): RateLimitOptions<R> {
  const { rules, onError, onRefused, onShadowRefused, ...rest } = options
  return {
    ...ruleFor(rest, view),
    ...(rules !== undefined && { rules: rules.map((rule) => ruleFor(rule, view)) }),
    ...(onError !== undefined && { onError: (error: unknown, request: R) => onError(error, view(request)) }),
    ...(onRefused !== undefined && {
      onRefused: (report, request: R) => onRefused(report, view(request)),
    }),
    ...(onShadowRefused !== undefined && {
      onShadowRefused: (report, request: R) => onShadowRefused(report, view(request)),
    }),
  } as RateLimitOptions<R>
}

function ruleFor<R>(options: RuleOptions<SuiteRequest>, view: (request: R) => SuiteRequest): RuleOptions<R> {
  const { key, cost, limit, skip, isFailure, settle, ...rest } = options
  return {
    ...rest,
    ...(key !== undefined && { key: typeof key === 'function' ? (request: R) => key(view(request)) : key }),
    ...(cost !== undefined && {
      cost: typeof cost === 'function' ? (request: R) => cost(view(request)) : cost,
    }),
    ...(limit !== undefined && {
      limit: typeof limit === 'function' ? (request: R) => limit(view(request)) : limit,
    }),
    ...(skip !== undefined && { skip: (request: R) => skip(view(request)) }),
    ...(isFailure !== undefined && {
      isFailure: (status: number, request: R) => isFailure(status, view(request)),
    }),
    ...(settle !== undefined && { settle: (request: R, status: number) => settle(view(request), status) }),
  } as RuleOptions<R>
}
