import { SluiceError } from '../../errors.ts'
import { shown } from '../../limits/options.ts'
import type { Address } from './address.ts'
import { rangeTest, type AddressRange } from './trusted-ranges.ts'

/** Entries of a list that are looked at. Nobody has more proxies; a longer list is there to cost time. */
export const MOST_HOPS = 32

/** Whether who stands `hop` places behind the peer may name the one behind it. The peer is at 0; it may have no address. */
export type Trust = (address: Address | undefined, hop: number) => boolean

/** A name among trusted ranges for peers over a Unix socket, which have no address. */
const UNIX_SOCKET = 'unix-socket'

/**
 * Trust in named addresses, or in a number of hops.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER`
 */
export function trustOf(trusted: readonly AddressRange[] | undefined, hops: number | undefined): Trust {
  if (hops !== undefined) {
    if (trusted === undefined) return hopTrust(hops)
    throw new SluiceError('ERR_INVALID_OPTION', 'Trust named addresses or a number of hops, not both.', {
      field: 'trustedHops',
      value: hops,
    })
  }
  const ranges = trusted ?? []
  if (!Array.isArray(ranges)) {
    throw new SluiceError(
      'ERR_INVALID_OPTION',
      `trusted must be a list of ranges; found ${shown(trusted)}.`,
      {
        field: 'trusted',
        value: trusted,
      },
    )
  }
  const trustsUnix = ranges.includes(UNIX_SOCKET)
  const isInside = rangeTest(
    'trusted',
    ranges.filter((range: AddressRange) => range !== UNIX_SOCKET),
  )
  return (address) => (address === undefined ? trustsUnix : isInside(address))
}

function hopTrust(hops: number): Trust {
  if (Number.isSafeInteger(hops) && hops >= 0 && hops <= MOST_HOPS) return (_, hop) => hop < hops
  throw new SluiceError(
    'ERR_INVALID_NUMBER',
    `trustedHops must be a whole number from 0 to ${MOST_HOPS}; found ${shown(hops)}.`,
    { field: 'trustedHops', value: hops },
  )
}
