/** A canvas that keeps the sharpness of the screen and the size that the style sheet gives it. */

export interface Surface {
  readonly ctx: CanvasRenderingContext2D
  /** In CSS pixels, as everything that is drawn. */
  readonly width: number
  readonly height: number
}

export class FittedCanvas {
  readonly #canvas: HTMLCanvasElement
  readonly #observer: ResizeObserver
  #width = 0
  #height = 0

  /** @param onResize is told that what was drawn is gone */
  constructor(canvas: HTMLCanvasElement, onResize: () => void) {
    this.#canvas = canvas
    this.#observer = new ResizeObserver(() => {
      this.#measure()
      onResize()
    })
    this.#observer.observe(canvas)
    this.#measure()
  }

  /** An empty surface to draw on; undefined while the canvas has no size. */
  cleared(): Surface | undefined {
    const ctx = this.#canvas.getContext('2d')
    if (ctx === null || this.#width === 0 || this.#height === 0) return undefined
    const pixels = this.#canvas.width / this.#width
    ctx.setTransform(pixels, 0, 0, pixels, 0, 0)
    ctx.clearRect(0, 0, this.#width, this.#height)
    return { ctx, width: this.#width, height: this.#height }
  }

  dispose(): void {
    this.#observer.disconnect()
  }

  #measure(): void {
    const { clientWidth, clientHeight } = this.#canvas
    const pixels = Math.min(2, globalThis.devicePixelRatio)
    this.#width = clientWidth
    this.#height = clientHeight
    this.#canvas.width = Math.round(clientWidth * pixels)
    this.#canvas.height = Math.round(clientHeight * pixels)
  }
}
