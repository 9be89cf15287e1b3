import { SluiceError } from '../../errors.ts'
import type { Limit } from '../../limits/limit.ts'
import { algorithmShapes, type PolicyAlgorithm } from './algorithm-shapes.ts'
import type { Faults } from './faults.ts'
import { membersOf, type Members } from './members.ts'
import type { Tree } from './tree.ts'

/** The limit of an algorithm and its numbers; `undefined` if they are faulty. */
export function limitOf(algorithm: PolicyAlgorithm, tree: Tree, faults: Faults): Limit | undefined {
  const { fields, required, build } = algorithmShapes[algorithm]
  const before = faults.count
  const members = membersOf(tree, { what: algorithm, known: Object.keys(fields), required }, faults)
  if (members === undefined) return undefined
  const options = Object.entries(fields).flatMap(([field, read]) => {
    const member = members.get(field)
    const value = member === undefined ? undefined : read(field, member, faults)
    return value === undefined ? [] : [[field, value] as const]
  })
  addCombinationFaults(algorithm, members, tree, faults)
  if (faults.count > before) return undefined
  return built(() => build(Object.fromEntries(options) as never), members, tree, faults)
}

/** What each field cannot see by itself. */
function addCombinationFaults(
  algorithm: PolicyAlgorithm,
  members: Members,
  tree: Tree,
  faults: Faults,
): void {
  if (algorithm === 'leaky-bucket') {
    const size = members.get('size')
    const queue = members.get('queue')
    const how = 'size counts every request in the bucket, queue the waiting places alone'
    if (size === undefined && queue === undefined) {
      faults.add(tree, 'missing-key', 'leaky-bucket without size or queue', `write one of them: ${how}`)
    } else if (size !== undefined && queue !== undefined) {
      faults.add(queue, 'wrong-value', 'leaky-bucket with both size and queue', `keep one of them: ${how}`)
    }
  }
  const window = members.get('window')
  const isCalendar = window?.kind === 'scalar' && /^(day|week|month|year)$/.test(String(window.value))
  const align = members.get('align')
  const timeZone = members.get('timeZone')
  if (align !== undefined && isCalendar) {
    faults.add(
      align,
      'wrong-value',
      'align goes with a window of equal length',
      'leave align out, as the calendar says when it begins',
    )
  }
  if (timeZone !== undefined && window !== undefined && !isCalendar) {
    faults.add(
      timeZone,
      'wrong-value',
      'timeZone goes with a window of the calendar',
      'leave timeZone out, or write window: day, week, month or year',
    )
  }
}

function built(build: () => Limit, members: Members, tree: Tree, faults: Faults): Limit | undefined {
  try {
    return build()
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error
    // The errors of limits end with "Instead ..." where there is a remedy.
    const [message = '', remedy = 'see the reference of the algorithm'] = error.message.split('. Instead ')
    faults.add(members.get(error.field ?? '') ?? tree, 'inexact', message, remedy.replace(/\.$/, ''))
    return undefined
  }
}
