/** Rate limits for NestJS: a guard for routes, resolvers and gateways, a module that sets it for all of them, and decorators. */
import {
  applyDecorators,
  SetMetadata,
  UseGuards,
  UseInterceptors,
  type CanActivate,
  type DynamicModule,
  type ExecutionContext,
  type FactoryProvider,
  type Provider,
} from '@nestjs/common'
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, Reflector } from '@nestjs/core'
import { rateLimitEngine, type RateLimitEngine } from '../engine/rate-limit-engine.ts'
import type { RateLimitOptions } from '../engine/rate-limit-options.ts'
import { isHttp, nestReader } from './nest-context.ts'
import { headersForNest, RateLimitException, RateLimitFilter } from './nest-exception.ts'
import { RateLimitInterceptor } from './nest-interceptor.ts'
import { decidedPart } from './nest-part.ts'
import { httpResponse } from './nest-response.ts'
import { limitExchange } from './node-exchange.ts'

export { RateLimitException, RateLimitFilter } from './nest-exception.ts'
export { RateLimitInterceptor } from './nest-interceptor.ts'
export type { GraphQLRefusal } from './nest-refusal.ts'

/** The functions among the options take an `ExecutionContext`: `context.switchToHttp().getRequest()` is the request. */
export type NestRateLimitOptions = RateLimitOptions<ExecutionContext>

const SKIPPED = 'sluice:skipped'
const reflector = new Reflector()

/**
 * A guard for `app.useGlobalGuards` or `@UseGuards`. What it refuses is a `RateLimitException`, which `RateLimitFilter`
 * answers. Without that filter Nest does: in the same words, but it adds a charset to the media type, and a `format` that
 * is no JSON becomes the message of an error of its own form.
 *
 * Of GraphQL it decides every call of a resolver, also those that one query makes by several names. A refusal is an error
 * with the code `TOO_MANY_REQUESTS`, and the headers are set where the context has the response (`res`, `reply`, or the
 * request of Express). Of a gateway it decides every message. A refusal is a `WsException`, which the client gets as the
 * event `exception` with `retryAfterMs`. A context of any other protocol fails with `ERR_INVALID_OPTION`, rather than go
 * without a limit.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER`
 */
export function rateLimitGuard(options: NestRateLimitOptions): CanActivate {
  const engine = rateLimitEngine(nestReader, options)
  return {
    canActivate(context) {
      const places = [context.getHandler(), context.getClass()]
      return reflector.getAllAndOverride<boolean | undefined>(SKIPPED, places) || decided(engine, context)
    },
  }
}

/**
 * Limits a route, a resolver or a message, or all of a class together. Several on one request tell the client of all their limits.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER`
 * @example
 * @RateLimit({ name: 'login', limit: slidingLog({ limit: 5, window: '15m' }), count: 'failures' })
 */
export function RateLimit(options: NestRateLimitOptions): ClassDecorator & MethodDecorator {
  return applyDecorators(UseGuards(rateLimitGuard(options)), ...interceptors(options))
}

/** Takes a route, a resolver or a message, or all of a class, out of every limit. `SkipRateLimit(false)` takes a route back in. */
export function SkipRateLimit(isSkipped: boolean = true): ClassDecorator & MethodDecorator {
  return SetMetadata(SKIPPED, isSkipped)
}

/** Options that are known only once other providers are there. */
export interface AsyncNestRateLimitOptions extends Pick<DynamicModule, 'imports'> {
  /** What `useFactory` is called with. */
  readonly inject?: FactoryProvider['inject']
  readonly useFactory: (...injected: never[]) => NestRateLimitOptions | Promise<NestRateLimitOptions>
}

/** Limits all routes, resolvers and gateways of an application. */
// oxlint-disable-next-line typescript/no-extraneous-class -- a module of Nest is a class
export class RateLimitModule {
  /**
   * @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER`
   * @example
   * @Module({ imports: [RateLimitModule.forRoot({ limit: tokenBucket({ capacity: 20, rate: '5/s' }) })] })
   */
  static forRoot(options: NestRateLimitOptions): DynamicModule {
    return moduleWith({ provide: APP_GUARD, useValue: rateLimitGuard(options) }, followsOutcome(options))
  }

  /** Options that are not valid stop the application from starting. */
  static forRootAsync({ imports, inject = [], useFactory }: AsyncNestRateLimitOptions): DynamicModule {
    const factory = async (...injected: never[]): Promise<CanActivate> =>
      rateLimitGuard(await useFactory(...injected))
    const guard = { provide: APP_GUARD, inject, useFactory: factory as FactoryProvider['useFactory'] }
    return { ...moduleWith(guard, true), ...(imports !== undefined && { imports }) }
  }
}

function moduleWith(guard: Provider, isFollowing: boolean): DynamicModule {
  const providers = [guard, { provide: APP_FILTER, useClass: RateLimitFilter }]
  if (isFollowing) providers.push({ provide: APP_INTERCEPTOR, useClass: RateLimitInterceptor })
  return { module: RateLimitModule, providers }
}

/** An interceptor costs every request something, so those that need none have none. */
function interceptors(options: NestRateLimitOptions): readonly (ClassDecorator & MethodDecorator)[] {
  return followsOutcome(options) ? [UseInterceptors(RateLimitInterceptor)] : []
}

function followsOutcome({ rules, ...own }: NestRateLimitOptions): boolean {
  return (rules ?? [own]).some(({ count = 'all', settle }) => count !== 'all' || settle !== undefined)
}

function decided(engine: RateLimitEngine<ExecutionContext>, context: ExecutionContext): Promise<boolean> {
  return isHttp(context) ? decidedRequest(engine, context) : decidedPart(engine, context)
}

function decidedRequest(
  engine: RateLimitEngine<ExecutionContext>,
  context: ExecutionContext,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const known = httpResponse(context)
    limitExchange(engine, context, {
      response: known.response,
      setHeader: (name, value) => known.setHeader(name, value),
      refuse(refusal) {
        for (const [name, value] of headersForNest(refusal)) known.setHeader(name, value)
        reject(new RateLimitException(refusal))
      },
      goOn: () => resolve(true),
      fail: (error) => reject(error as Error),
    })
  })
}
