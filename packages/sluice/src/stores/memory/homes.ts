/**
 * Which slot a key is at home in: the leading half of its fingerprint as a share of the capacity, so that keys lie in
 * the order of their fingerprints. A change of capacity stretches or squeezes that order. It is made a little at a
 * time: keys whose old home lies in `movedFrom` to `movedTo` are at home by the new capacity, the rest by the old one.
 */
const FAR = 2 ** 31 - 1

export class Homes {
  /** Slots that keys are spread over, before the change that is going on. */
  capacity: number
  /** Slots that keys will be spread over once the change that is going on is complete. */
  target: number
  movedFrom = 0
  movedTo = 0
  #scale: number
  #targetScale: number

  constructor(capacity: number) {
    this.capacity = capacity
    this.target = capacity
    this.#scale = capacity * 2 ** -32
    this.#targetScale = this.#scale
  }

  get isChanging(): boolean {
    return this.target !== this.capacity
  }

  get isGrowing(): boolean {
    return this.target > this.capacity
  }

  get isShrinking(): boolean {
    return this.target < this.capacity
  }

  of(high: number): number {
    const slot = ((high >>> 0) * this.#scale) | 0
    if (slot >= this.movedTo || slot < this.movedFrom) return slot
    return ((high >>> 0) * this.#targetScale) | 0
  }

  /** Starts a change. Growing begins with the last keys and shrinking with the first, so each moves into free slots. */
  begin(target: number): void {
    this.target = target
    this.#targetScale = target * 2 ** -32
    this.movedFrom = this.isGrowing ? this.capacity : 0
    this.movedTo = this.isGrowing ? FAR : 0
  }

  /** Ends a change once every key is at home by the new capacity. */
  end(): void {
    this.capacity = this.target
    this.#scale = this.#targetScale
    this.movedFrom = 0
    this.movedTo = 0
  }

  /** The slot to go on with behind a free one: beyond the stretch that a change leaves without keys, if it lies there. */
  pastGap(free: number): number {
    const ratio = this.target / this.capacity
    if (this.isGrowing && free >= this.movedFrom)
      return Math.max(free, Math.floor(this.movedFrom * ratio) - 1)
    if (this.isShrinking && free > this.movedTo * ratio + 1) return Math.max(free, this.movedTo)
    return free
  }
}
