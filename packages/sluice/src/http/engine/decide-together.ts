import { all, andThen, isPending, type Awaitable } from './awaitable.ts'
import type { Charge } from './charge.ts'

/**
 * Decides a request by several rules: all are charged, or none is. A rule in shadow mode is charged with the others if it
 * has room, and holds nobody up.
 *
 * Limiters in this process are asked first what they would say, so that a refusal costs no round trip and changes
 * nothing. Those behind a shared store are then charged at the same time; if one of them refuses, the others get back
 * what they gave. Where limits share one store, one limiter with all of them spares the others that moment.
 */
export function decideTogether<R>(charges: readonly Charge<R>[]): Awaitable<void> {
  const [only] = charges
  if (only !== undefined && charges.length === 1) return only.take()
  for (const charge of charges) charge.look()
  const refusing = charges.filter(({ refuses }) => refuses)
  const shared = charges.filter(({ rule }) => rule.isShared)
  const local = charges.filter((charge) => !refusing.includes(charge) && !shared.includes(charge))
  // Those that refuse are asked in earnest, as refusals may be counted and are told to those who watch.
  return takeInTurn([refusing, shared, local], charges)
}

/** Charges one group after the other, until a group refuses. */
function takeInTurn<R>(
  groups: readonly (readonly Charge<R>[])[],
  charges: readonly Charge<R>[],
): Awaitable<void> {
  const [group, ...later] = groups
  if (group === undefined) return undefined
  return andThen(all(group.map(attempt)), (faults) => {
    const fault = faults.find((each) => each !== undefined)
    if (fault !== undefined) {
      return andThen(giveAllBack(charges), () => {
        throw fault.error
      })
    }
    return group.some(({ refuses }) => refuses) ? giveAllBack(charges) : takeInTurn(later, charges)
  })
}

export function giveAllBack<R>(charges: readonly Charge<R>[]): Awaitable<void> {
  return andThen(all(charges.map((charge) => charge.giveBack())), () => undefined)
}

interface Fault {
  readonly error: unknown
}

/** Charges, and keeps a fault until the others have been charged too and can be given back. */
function attempt<R>(charge: Charge<R>): Awaitable<Fault | undefined> {
  try {
    const taken = charge.take()
    if (!isPending(taken)) return undefined
    return taken.then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
  } catch (error) {
    return { error }
  }
}
