/**
 * The part that all adapters share: it decides a request and says what is to be done with it. It knows no framework and
 * never touches a response.
 *
 * An adapter makes one engine from its users' options and a `RequestReader`, and for each request
 *
 * 1. calls `begin(request)`. With a store that answers at once the passage is there at once; otherwise it is a promise;
 * 2. sets `passage.headers()` on the response, unless its headers have been sent;
 * 3. if `passage.refusal` is there, answers with its status, headers and body, and is done;
 * 4. if `passage.action` is `'delay'`, awaits `passage.wait()`, goes on if it gives true, and calls `passage.aborted()`
 *    as soon as the client goes away;
 * 5. unless `passage.follows` is `'nothing'`, calls `passage.finished(status)` when the response has ended, or
 *    `passage.aborted()` if the client has gone before. What it returns is of interest only to runtimes that stop when
 *    the response has been given.
 *
 * `begin` throws, or its promise rejects, only for what `onFailure` is to throw. A request whose response has been ended
 * by somebody else in the meantime is given back with `passage.cancel()`.
 */
import type { HeaderPair } from '../header-input.ts'
import { andThen, isPending, type Awaitable } from './awaitable.ts'
import type { Charge } from './charge.ts'
import { chargesFor } from './charges-for.ts'
import { DecidedPassage, type Course, type PassageHost } from './decided-passage.ts'
import { decideTogether, giveAllBack } from './decide-together.ts'
import { delayFor } from './delay-for.ts'
import { engineSettings, type EngineSettings } from './engine-settings.ts'
import { UNTOUCHED, type Passage } from './passage.ts'
import type { RateLimitOptions } from './rate-limit-options.ts'
import { record, recordedDecisions, recordPart, unrecorded } from './request-record.ts'
import type { RequestReader } from './request-reader.ts'
import { Refusals } from './refusals.ts'
import { runtimeSleep, type Sleep } from './sleep.ts'
import { tell } from './tell.ts'
import { WaitingRoom } from './waiting-room.ts'

/** Decides requests of one framework. */
export interface RateLimitEngine<R> {
  begin(request: R): Awaitable<Passage>
}

/**
 * @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER`
 */
export function rateLimitEngine<R>(
  reader: RequestReader<R>,
  options: RateLimitOptions<R>,
  sleep: Sleep = runtimeSleep,
): RateLimitEngine<R> {
  return new Engine(reader, engineSettings(reader, options), sleep)
}

/** How long those are told to stay away who could not be decided, in milliseconds. */
const FAILURE_WAIT_MS = 1000

class Engine<R> implements RateLimitEngine<R>, PassageHost<R> {
  readonly #reader: RequestReader<R>
  readonly #settings: EngineSettings<R>
  readonly #room: WaitingRoom
  readonly #refusals: Refusals<R>

  constructor(reader: RequestReader<R>, settings: EngineSettings<R>, sleep: Sleep) {
    this.#reader = reader
    this.#settings = settings
    this.#room = new WaitingRoom(settings.maxWaiting, sleep)
    this.#refusals = new Refusals(reader, settings.problemOptions)
  }

  begin(request: R): Awaitable<Passage> {
    if (this.#settings.onFailure === 'throw') return this.#decide(request)
    try {
      const passage = this.#decide(request)
      return isPending(passage) ? passage.then(undefined, (error) => this.#failed(request, error)) : passage
    } catch (error) {
      return this.#failed(request, error)
    }
  }

  headersFor(request: R): readonly HeaderPair[] {
    const { write, partitionKey } = this.#settings
    const envelope = this.#reader.envelope?.(request) ?? this.#reader.identity(request)
    return write(recordedDecisions(envelope, partitionKey))
  }

  failedLate(error: unknown, request: R): void {
    tell(this.#settings.onError, error, request)
  }

  #decide(request: R): Awaitable<Passage> {
    const asked = chargesFor(this.#reader, this.#settings, request)
    return isPending(asked)
      ? asked.then((charges) => this.#charge(request, charges))
      : this.#charge(request, asked)
  }

  #charge(request: R, asked: readonly Charge<R>[]): Awaitable<Passage> {
    if (asked.length === 0) return UNTOUCHED
    const identity = this.#reader.identity(request)
    const charges = unrecorded(identity, asked)
    if (charges.length === 0) return UNTOUCHED
    const decided = decideTogether(charges)
    return isPending(decided)
      ? decided.then(() => this.#conclude(request, identity, charges))
      : this.#conclude(request, identity, charges)
  }

  /** A function of the user's that fails now must not leave the request charged. */
  #conclude(request: R, identity: object, charges: readonly Charge<R>[]): Awaitable<Passage> {
    record(identity, charges)
    const envelope = this.#reader.envelope?.(request) ?? identity
    if (envelope !== identity) recordPart(envelope, charges)
    try {
      return this.#passage(request, identity, charges)
    } catch (error) {
      return andThen(giveAllBack(charges), () => {
        throw error
      })
    }
  }

  #passage(request: R, identity: object, charges: readonly Charge<R>[]): Awaitable<Passage> {
    this.#report(request, charges)
    if (charges.some(isRefusing)) {
      const refusal = this.#refusals.overLimit(request, identity, charges.filter(isRefusing))
      return new DecidedPassage(this, request, charges, { refusal })
    }
    const delayMs = delayFor(request, charges)
    if (delayMs === 0) return new DecidedPassage(this, request, charges, AT_ONCE)
    const wait = this.#room.enter(delayMs)
    if (wait !== undefined) return new DecidedPassage(this, request, charges, { delayMs, wait })
    const refusal = this.#refusals.unavailable(request, delayMs)
    return andThen(giveAllBack(charges), () => new DecidedPassage(this, request, charges, { refusal }))
  }

  #failed(request: R, error: unknown): Passage {
    const { onFailure, onError } = this.#settings
    tell(onError, error, request)
    if (onFailure === 'allow') return UNTOUCHED
    const refusal = this.#refusals.unavailable(request, FAILURE_WAIT_MS)
    return { ...UNTOUCHED, action: 'refuse', refusal }
  }

  #report(request: R, charges: readonly Charge<R>[]): void {
    const { onRefused, onShadowRefused } = this.#settings
    if (onRefused === undefined && onShadowRefused === undefined) return
    for (const charge of charges) {
      if (charge.decision === undefined || charge.decision.allowed) continue
      tell(charge.rule.isShadow ? onShadowRefused : onRefused, charge.report(charge.decision), request)
    }
  }
}

const AT_ONCE: Course = {}

function isRefusing<R>(charge: Charge<R>): boolean {
  return charge.refuses
}
