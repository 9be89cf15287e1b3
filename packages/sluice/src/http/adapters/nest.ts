/** Rate limits for NestJS, on Express or Fastify: a guard, a module that sets it for all routes, and decorators. */
import {
  SetMetadata,
  UseGuards,
  type CanActivate,
  type DynamicModule,
  type ExecutionContext,
  type FactoryProvider,
  type Provider,
} from '@nestjs/common'
import { APP_FILTER, APP_GUARD, Reflector } from '@nestjs/core'
import { rateLimitEngine, type RateLimitEngine } from '../engine/rate-limit-engine.ts'
import type { RateLimitOptions } from '../engine/rate-limit-options.ts'
import { nestReader, responseOf } from './nest-context.ts'
import { headersForNest, RateLimitException, RateLimitFilter } from './nest-exception.ts'
import { limitExchange } from './node-exchange.ts'

export { RateLimitException, RateLimitFilter } from './nest-exception.ts'

/** The functions among the options take an `ExecutionContext`: `context.switchToHttp().getRequest()` is the request. */
export type NestRateLimitOptions = RateLimitOptions<ExecutionContext>

const SKIPPED = 'sluice:skipped'
const reflector = new Reflector()

/**
 * A guard for `app.useGlobalGuards` or `@UseGuards`. What it refuses is a `RateLimitException`, which `RateLimitFilter`
 * answers. Without that filter Nest does: in the same words, but it adds a charset to the media type, and a `format` that
 * is no JSON becomes the message of an error of its own form. It decides requests of HTTP only; a context of GraphQL or a
 * gateway fails with `ERR_INVALID_OPTION`, rather than go without a limit.
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
 * Limits a route, or all routes of a controller together. Several on one request tell the client of all their limits.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER`
 * @example
 * @RateLimit({ name: 'login', limit: slidingLog({ limit: 5, window: '15m' }), count: 'failures' })
 */
export function RateLimit(options: NestRateLimitOptions): ClassDecorator & MethodDecorator {
  return UseGuards(rateLimitGuard(options))
}

/** Takes a route, or all routes of a controller, out of every limit. `SkipRateLimit(false)` takes a route back in. */
export function SkipRateLimit(isSkipped: boolean = true): ClassDecorator & MethodDecorator {
  return SetMetadata(SKIPPED, isSkipped)
}

/** Options that are known only once other providers are there. */
export interface AsyncNestRateLimitOptions extends Pick<DynamicModule, 'imports'> {
  /** What `useFactory` is called with. */
  readonly inject?: FactoryProvider['inject']
  readonly useFactory: (...injected: never[]) => NestRateLimitOptions | Promise<NestRateLimitOptions>
}

/** Limits all routes of an application. */
// oxlint-disable-next-line typescript/no-extraneous-class -- a module of Nest is a class
export class RateLimitModule {
  /**
   * @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER`
   * @example
   * @Module({ imports: [RateLimitModule.forRoot({ limit: tokenBucket({ capacity: 20, rate: '5/s' }) })] })
   */
  static forRoot(options: NestRateLimitOptions): DynamicModule {
    return moduleWith({ provide: APP_GUARD, useValue: rateLimitGuard(options) })
  }

  /** Options that are not valid stop the application from starting. */
  static forRootAsync({ imports, inject = [], useFactory }: AsyncNestRateLimitOptions): DynamicModule {
    const factory = async (...injected: never[]): Promise<CanActivate> =>
      rateLimitGuard(await useFactory(...injected))
    const guard = { provide: APP_GUARD, inject, useFactory: factory as FactoryProvider['useFactory'] }
    return { ...moduleWith(guard), ...(imports !== undefined && { imports }) }
  }
}

function moduleWith(guard: Provider): DynamicModule {
  return { module: RateLimitModule, providers: [guard, { provide: APP_FILTER, useClass: RateLimitFilter }] }
}

function decided(engine: RateLimitEngine<ExecutionContext>, context: ExecutionContext): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const known = responseOf(context)
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
