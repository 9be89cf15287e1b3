/**
 * The little that the store asks of a client library. Adapters to ioredis, node-redis, iovalkey and GLIDE stand beside
 * this; a client of another kind works if it is given in this form.
 */
export interface RedisScripting {
  /** Whether keys are spread over the nodes of a cluster, so that one call must stay in one slot. */
  readonly isCluster: boolean
  /** `EVALSHA`. Rejects with what the server answered (`NOSCRIPT ...`) or the library says. */
  evalSha(sha: string, keys: readonly string[], args: readonly string[]): Promise<unknown>
  /** `EVAL`, by which the server also learns the script. */
  evalText(script: string, keys: readonly string[], args: readonly string[]): Promise<unknown>
  /**
   * Whether a call would be sent now: `undefined` if so, a promise while the library connects for the first time. Throws
   * where it has lost its connection, so that no call waits in a queue and is charged long after its request was answered.
   */
  whenReady?(): Promise<unknown> | undefined
  /** Called when the server turns out to be a replica: whoever can, connects anew. */
  reconnect?(): void
}
