// An application of NestJS with a limit for everybody, a stricter one for logins that fail, and a route without any. Compile it
// with `experimentalDecorators`, as the command line of Nest does.
import { Controller, Get, Module, Post, Query, UnauthorizedException } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { slidingLog, tokenBucket } from 'sluice'
import { RateLimit, RateLimitModule, SkipRateLimit } from 'sluice/nest'

@Controller()
class Sessions {
  @Get()
  hello(): string {
    return 'hello\n'
  }

  @Post('login')
  @RateLimit({ name: 'login', limit: slidingLog({ limit: 3, window: '15m' }), count: 'failures' })
  login(@Query('password') password: string): string {
    if (password !== 'open sesame') throw new UnauthorizedException()
    return 'welcome\n'
  }

  @Get('health')
  @SkipRateLimit()
  health(): string {
    return 'well\n'
  }
}

@Module({
  imports: [RateLimitModule.forRoot({ name: 'api', limit: tokenBucket({ capacity: 20, rate: '5/s' }) })],
  controllers: [Sessions],
})
class AppModule {}

export const app = await NestFactory.create(AppModule, { logger: ['error'] })
await app.listen(process.env['PORT'] ?? 3000)
