/** Socket.IO in an application of Nest, without the package that would fit it. */
import type { Server as HttpServer } from 'node:http'
import type { WsMessageHandler } from '@nestjs/common'
import { AbstractWsAdapter } from '@nestjs/websockets'
import { fromEvent, share, takeUntil, type Observable } from 'rxjs'
import { Server, type Socket } from 'socket.io'

export class TestSocketIoAdapter extends AbstractWsAdapter {
  override create(): Server {
    return new Server(this.httpServer as HttpServer)
  }

  override bindMessageHandlers(
    client: Socket,
    handlers: WsMessageHandler[],
    transform: (data: unknown) => Observable<unknown>,
  ): void {
    const left = fromEvent(client, 'disconnect').pipe(share())
    for (const { message, callback } of handlers) {
      client.on(message, (data: unknown) => {
        transform(callback(data))
          .pipe(takeUntil(left))
          .subscribe((answer) => {
            if (answer !== undefined) client.emit(message, answer)
          })
      })
    }
  }

  override async close(server: Server): Promise<void> {
    await server.close()
  }
}
