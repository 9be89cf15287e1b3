import type { Verdict } from '../store.ts'

/** Units that a process took in advance and did not spend. */
export interface Leftover {
  readonly units: number
  /** `atMs` of the verdict by which they were taken. */
  readonly takenAtMs: number
}

/** Who asks a store for units, or gives them back. */
export interface LeaseHolder {
  /** Names a process and limiter: a whole number below 2^53, drawn at random. */
  readonly holder: number
  /** Counts the calls of the holder, so that one that comes late changes nothing of what came after it. */
  readonly turn: number
}

/** What a holder asks for. */
export interface LeaseTerms extends LeaseHolder {
  /** What it has left of an earlier lease of the key; it comes back before anything is decided. */
  readonly left: Leftover
  /** Units it would like to have, those of the request included. */
  readonly wanted: number
  /** For how long the units it does not spend at once count as held. */
  readonly ttlMs: number
}

export interface LeaseVerdict extends Verdict {
  /** Units granted, those of the request included; 0 if it is refused. */
  readonly granted: number
  /** The state of each limit's key after that, where the store tells it. */
  readonly states: readonly unknown[]
}

/** A store that hands units out in advance, for keys under which all limits of a limiter are one decision. */
export interface LeaseSource {
  /** Takes up to `terms.wanted` units, but at least the cost of a request, or refuses. */
  lease(key: string, cost: number, terms: LeaseTerms): Promise<LeaseVerdict>
  /** Ends the lease of a holder and takes back what it has left. */
  giveUp(key: string, left: Leftover, by: LeaseHolder): Promise<Verdict>
}
