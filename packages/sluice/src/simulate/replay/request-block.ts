/** Requests side by side in arrays, from `from` to before `to`, in the order of their times. */
export interface RequestBlock {
  readonly times: Float64Array
  readonly clients: Int32Array
  /** A new block may stand in the same arrays, so nothing may be kept of them. */
  readonly costs: Float64Array
  readonly from: number
  readonly to: number
}

/** Takes requests in the order of their times. */
export type BlockSink = (block: RequestBlock) => void
