/**
 * What a server's answer means that is no reply. Libraries hand it on in words of their own: where the server says
 * `SLUICE_LATE 17` and `READONLY`, GLIDE has `SLUICE_LATE: 17` and `ReadOnly:`.
 */
import { SluiceError } from '../../errors.ts'

/** What the script asks for before it decides anything. */
export interface Told {
  /** The windows of a calendar around another time, or a call by the time that the server's clock shows now. */
  readonly asks: 'WINDOW' | 'LATE'
  readonly ms: number
}

export function toldBy(error: unknown): Told | undefined {
  const [, asks, ms] = /SLUICE_(WINDOW|LATE):? (\d+)/.exec(String(error)) ?? []
  return ms === undefined ? undefined : { asks: asks as Told['asks'], ms: Number(ms) }
}

/** Whether the server is a replica. */
export function isReadOnly(error: unknown): boolean {
  return /READONLY|ReadOnly:/.test(String(error))
}

/**
 * A command that the script needs and may not use: TIME, which some services refuse, or others that access rules or a
 * renamed command take away; writing after TIME, before version 5 without effects replication; or EVALSHA itself.
 */
const REFUSALS = [
  /can't run this command/i,
  /not allowed from (?:the )?script/i,
  /after non[- ]deterministic commands/i,
  /unknown (?:redis )?command/i,
  /NOPERM|PermissionDenied/,
  /can't access at least one of the keys/i,
]

/** The error as one that says what to do, if the server will never run the script. */
export function unsupported(error: unknown): SluiceError | undefined {
  const reason = error instanceof Error ? error.message : String(error)
  if (!REFUSALS.some((refusal) => refusal.test(reason))) return undefined
  return new SluiceError(
    'ERR_STORE_UNSUPPORTED',
    `The Redis server does not run the script of the store: ${reason} Let the user of this connection run EVALSHA and ` +
      'EVAL, and the script read and write the keys with the prefix of the store. If it is TIME that the server refuses to ' +
      'scripts, set the option clock, for example to systemClock(): then the time of the processes counts.',
    { field: 'clock', cause: error },
  )
}
