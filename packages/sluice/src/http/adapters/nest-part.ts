/** How passages are carried out on fields of GraphQL and messages to gateways, which have no response to themselves. */
import type { ExecutionContext } from '@nestjs/common'
import type { Passage } from '../engine/passage.ts'
import type { RateLimitEngine } from '../engine/rate-limit-engine.ts'
import type { Problem } from '../problem/problem.ts'
import { checkProtocol, clientOf, partOf, type NestClient } from './nest-context.ts'
import { RateLimitException } from './nest-exception.ts'
import { gatewayRefusal, graphqlRefusal } from './nest-refusal.ts'
import { sharedResponse, type KnownResponse } from './nest-response.ts'
import { isOver } from './node-exchange.ts'
import { ownRefusalHeaders } from './own-refusal.ts'
import { refusalNotice } from './refusal-notice.ts'

/** Passages of parts whose handlers have not ended. */
const open = new WeakMap<object, readonly Passage[]>()

/**
 * Decides a part: true if it may go on, false if its client has gone away, and an error if it is refused.
 *
 * @throws SluiceError `ERR_INVALID_OPTION` for a part of another protocol
 */
export async function decidedPart(
  engine: RateLimitEngine<ExecutionContext>,
  context: ExecutionContext,
): Promise<boolean> {
  checkProtocol(context)
  const passage = await engine.begin(context)
  const client = clientOf(context)
  const shared = sharedResponse(context)
  if (hasLeft(client, shared)) {
    await passage.cancel()
    return false
  }
  if (shared !== undefined && !shared.response.headersSent) setHeaders(shared, passage)
  const part = partOf(context)
  if (passage.refusal !== undefined) {
    endPart(part, (earlier) => earlier.finished(passage.refusal?.status ?? 429))
    throw await refusalOf(passage.refusal, context)
  }
  if (passage.action === 'delay' && !(await waited(passage, client ?? shared?.response))) return false
  if (passage.follows !== 'nothing') open.set(part, [...(open.get(part) ?? []), passage])
  return true
}

/** Tells the passages of a part how it ended; later calls do nothing. */
export function endPart(part: object, tell: (passage: Passage) => unknown): void {
  const passages = open.get(part)
  open.delete(part)
  for (const passage of passages ?? []) tell(passage)
}

function setHeaders(shared: KnownResponse, passage: Passage): void {
  const more = passage.refusal === undefined ? [] : ownRefusalHeaders(passage.refusal.headers)
  for (const [name, value] of [...passage.headers(), ...more]) shared.setHeader(name, value)
}

async function refusalOf(refusal: Problem, context: ExecutionContext): Promise<Error> {
  const notice = refusalNotice(refusal, partOf(context))
  if (clientOf(context) !== undefined) return gatewayRefusal(notice)
  return new RateLimitException(refusal, graphqlRefusal(refusal, notice))
}

function hasLeft(client: NestClient | undefined, shared: KnownResponse | undefined): boolean {
  if (shared !== undefined) return isOver(shared.response)
  return client?.connected === false || (client?.readyState ?? OPEN) !== OPEN
}

/** Of a WebSocket. */
const OPEN = 1

type Emitter = Pick<NestClient, 'once'>

/** Those who wait, by the connection that may go away meanwhile: one listener for all of them. */
const waiting = new WeakMap<Emitter, Set<Passage>>()

async function waited(passage: Passage, connection: Emitter | undefined): Promise<boolean> {
  if (connection === undefined) return passage.wait()
  const those = waiting.get(connection) ?? watched(connection)
  those.add(passage)
  const isDue = await passage.wait()
  those.delete(passage)
  return isDue
}

function watched(connection: Emitter): Set<Passage> {
  const those = new Set<Passage>()
  waiting.set(connection, those)
  const gone = (): void => {
    for (const passage of those) void passage.aborted()
  }
  // The one is told by responses and by `ws`, the other by Socket.IO.
  for (const event of ['close', 'disconnect']) connection.once?.(event, gone)
  return those
}
