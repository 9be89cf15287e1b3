/** How one node of a cluster sees all of them: `CLUSTER NODES`, read. */
import { redisCommand } from './redis-command.ts'

export interface SeenNode {
  readonly id: string
  readonly port: number
  /** The node that was asked. */
  readonly isMyself: boolean
  readonly isMaster: boolean
  /** The id of its master, for a replica. */
  readonly masterId: string | undefined
  /** Counts up with every change of owner: where two claim a slot, the higher one has it. */
  readonly epoch: number
  /** Known to the cluster, and not failed or suspected to have failed. */
  readonly isWell: boolean
  /** Ranges of slots it owns, both ends included. */
  readonly slots: readonly (readonly [first: number, last: number])[]
}

export async function clusterView(port: number): Promise<readonly SeenNode[]> {
  const text = String(await redisCommand(port, ['CLUSTER', 'NODES']))
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map(readNode)
}

export function owns(node: SeenNode, slot: number): boolean {
  return node.slots.some(([first, last]) => first <= slot && slot <= last)
}

/** Who owns what and who follows whom, as one text: two nodes that agree give the same. */
export function summary(view: readonly SeenNode[]): string {
  return view
    .filter(({ isWell }) => isWell)
    .map(({ id, masterId, slots }) => `${id} ${masterId ?? 'master'} ${slots.join(' ')}`)
    .toSorted()
    .join('\n')
}

function readNode(line: string): SeenNode {
  const [id = '', address = '', flagList = '', master = '', , , epoch = '', , ...slots] = line.split(' ')
  const flags = flagList.split(',')
  return {
    id,
    port: Number(/:(\d+)@/.exec(address)?.[1]),
    isMyself: flags.includes('myself'),
    isMaster: flags.includes('master'),
    masterId: master === '-' ? undefined : master,
    epoch: Number(epoch),
    isWell: !['fail', 'fail?', 'handshake', 'noaddr'].some((flag) => flags.includes(flag)),
    slots: slots.filter((range) => !range.startsWith('[')).map(readRange),
  }
}

function readRange(range: string): readonly [number, number] {
  const [first = '', last = first] = range.split('-')
  return [Number(first), Number(last)]
}
