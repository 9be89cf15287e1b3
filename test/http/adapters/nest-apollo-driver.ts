/** Apollo Server in an application of Nest, without the packages that would fit it to Express and to Fastify. */
import { ApolloServer, HeaderMap } from '@apollo/server'
import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo'

interface PlatformRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

interface PlatformResponse {
  setHeader?(name: string, value: string): void
  header?(name: string, value: string): void
}

/** What Nest has for every platform. */
interface Platform {
  getType(): string
  post(path: string, handle: (request: PlatformRequest, response: PlatformResponse) => unknown): unknown
  setHeader(response: PlatformResponse, name: string, value: string): void
  reply(response: PlatformResponse, body: string, status: number): void
}

export class TestApolloDriver extends ApolloDriver {
  override async registerServer(options: ApolloDriverConfig): Promise<void> {
    const server = new ApolloServer(options as unknown as ConstructorParameters<typeof ApolloServer>[0])
    await server.start()
    this.apolloServer = server
    const platform = this.httpAdapterHost.httpAdapter as unknown as Platform
    const contextOf = options.context as (...args: readonly unknown[]) => Promise<object>
    platform.post(options.path ?? '/graphql', async (request, response) => {
      const isExpress = platform.getType() === 'express'
      const answer = await server.executeHTTPGraphQLRequest({
        httpGraphQLRequest: {
          method: 'POST',
          headers: new HeaderMap(Object.entries(request.headers)),
          search: '',
          body: request.body,
        },
        context: () =>
          isExpress ? contextOf({ req: request, res: response }) : contextOf(request, response),
      })
      for (const [name, value] of answer.headers) platform.setHeader(response, name, value)
      const body = answer.body.kind === 'complete' ? answer.body.string : ''
      platform.reply(response, body, answer.status ?? 200)
    })
  }
}
