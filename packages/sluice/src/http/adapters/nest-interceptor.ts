/** Tells limits how fields of GraphQL and messages to gateways ended; for requests of HTTP their response does. */
import { HttpException, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common'
import { finalize, tap, type Observable } from 'rxjs'
import { isHttp, partOf } from './nest-context.ts'
import { endPart } from './nest-part.ts'

/**
 * Goes with `rateLimitGuard` where `count` or `settle` is used on resolvers or gateways: it finds out how they end.
 * `RateLimit` and `RateLimitModule` bring it along. A handler that returns has the status 200, one that throws an
 * `HttpException` that one's, and any other error is 500. Without it such calls stay charged.
 */
export class RateLimitInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (isHttp(context)) return next.handle()
    const part = partOf(context)
    const end = (status: number): void => endPart(part, (passage) => passage.finished(status))
    return next.handle().pipe(
      tap({ complete: () => end(200), error: (error: unknown) => end(statusOf(error)) }),
      // Neither of the two comes if the client has gone away.
      finalize(() => endPart(part, (passage) => passage.aborted())),
    )
  }
}

function statusOf(error: unknown): number {
  return error instanceof HttpException ? error.getStatus() : 500
}
