/** Moves a slot of a cluster from its owner to another master, while both answer. */
import { redisCommand } from './redis-command.ts'
import type { RedisReply } from './resp-reply.ts'

/** One end of the move. */
export interface SlotHolder {
  readonly id: string
  readonly port: number
}

/**
 * Opens the slot: from here on the old owner answers ASK for each key of it that it does not hold, and the new one
 * serves such a key only after ASKING.
 */
export async function openSlot(slot: number, from: SlotHolder, to: SlotHolder): Promise<void> {
  await redisCommand(to.port, ['CLUSTER', 'SETSLOT', slot, 'IMPORTING', from.id])
  await redisCommand(from.port, ['CLUSTER', 'SETSLOT', slot, 'MIGRATING', to.id])
}

/**
 * Moves every key that the old owner holds in an opened slot. Where the new one has made a key anew meanwhile, what the old
 * one holds takes its place.
 */
export async function moveKeys(slot: number, from: SlotHolder, to: SlotHolder): Promise<void> {
  for (;;) {
    const keys = texts(await redisCommand(from.port, ['CLUSTER', 'GETKEYSINSLOT', slot, 1_000]))
    if (keys.length === 0) return
    const target = ['127.0.0.1', to.port, '', 0, 5_000, 'REPLACE']
    await redisCommand(from.port, ['MIGRATE', ...target, 'KEYS', ...keys], { withinMs: 10_000 })
  }
}

/** Names the new owner, to itself first, so that no moment is without one. From here on the others answer MOVED. */
export async function assignSlot(slot: number, to: SlotHolder, others: readonly SlotHolder[]): Promise<void> {
  for (const { port } of [to, ...others]) {
    await redisCommand(port, ['CLUSTER', 'SETSLOT', slot, 'NODE', to.id])
  }
}

function texts(reply: RedisReply): readonly string[] {
  if (!Array.isArray(reply)) throw new Error(`Not a list: ${String(reply)}`)
  return reply.map(String)
}
