/**
 * CPython's `random.Random`, number for number, so that traffic with a seed is the same in both languages. The
 * order in which it draws its bits is that of CPython 3.2 and later.
 */
import { SluiceError } from '../errors.ts'
import { checkNumber } from './check-number.ts'
import { MersenneTwister } from './mersenne-twister.ts'

const WORD = 2 ** 32
const WHOLE = { min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }

export class PythonRandom {
  readonly #bits: MersenneTwister

  /**
   * `seed` is a whole number; as in Python, its sign does not count.
   *
   * @throws SluiceError `ERR_INVALID_NUMBER` if it is not a whole number, or is 2^53 or more.
   */
  constructor(seed: number) {
    const size = Math.abs(checkNumber('seed', seed, WHOLE))
    const high = Math.floor(size / WORD)
    this.#bits = new MersenneTwister(high === 0 ? [size] : [size % WORD, high])
  }

  /** From 0 up to, but never, 1: a multiple of 2^-53. */
  random(): number {
    const high = this.#bits.nextUint32() >>> 5
    const low = this.#bits.nextUint32() >>> 6
    return (high * 2 ** 26 + low) / 2 ** 53
  }

  /**
   * A whole number of `count` random bits, from 0 to 2^count - 1.
   *
   * @throws SluiceError `ERR_INVALID_NUMBER` unless `count` is a whole number from 0 to 53.
   */
  getrandbits(count: number): number {
    checkNumber('count', count, { min: 0, max: 53 })
    if (count === 0) return 0
    if (count <= 32) return this.#bits.nextUint32() >>> (32 - count)
    const low = this.#bits.nextUint32()
    return (this.#bits.nextUint32() >>> (64 - count)) * WORD + low
  }

  /**
   * A whole number from 0 to `start` - 1; with `stop`, from `start` to `stop` - 1.
   *
   * @throws SluiceError `ERR_INVALID_NUMBER` if the range is empty or holds 2^53 numbers or more.
   */
  randrange(start: number, stop?: number): number {
    const from = stop === undefined ? 0 : checkNumber('start', start, WHOLE)
    const end = checkNumber(stop === undefined ? 'start' : 'stop', stop ?? start, WHOLE)
    return (
      from + this.#below(checkNumber('stop - start', end - from, { min: 1, max: Number.MAX_SAFE_INTEGER }))
    )
  }

  /**
   * One item of the list, each as likely as the others.
   *
   * @throws SluiceError `ERR_INVALID_OPTION` if the list is empty.
   */
  choice<Item>(list: readonly Item[]): Item {
    if (list.length === 0) {
      throw new SluiceError(
        'ERR_INVALID_OPTION',
        'list must hold at least one item to choose, but it is empty',
        {
          field: 'list',
          value: list,
        },
      )
    }
    return list[this.#below(list.length)]!
  }

  /**
   * A wait between events that come at random `rate` times per unit of time, in that unit. The mean is 1 / rate.
   * It goes through `Math.log`, whose last bit engines may round differently.
   */
  expovariate(rate: number): number {
    return -Math.log(1 - this.random()) / rate
  }

  /** Draws as many bits as `size` has until they are below it, which keeps every number equally likely. */
  #below(size: number): number {
    const bits = bitLength(size)
    let drawn = this.getrandbits(bits)
    while (drawn >= size) drawn = this.getrandbits(bits)
    return drawn
  }
}

function bitLength(size: number): number {
  return size < WORD ? 32 - Math.clz32(size) : 64 - Math.clz32(Math.floor(size / WORD))
}
