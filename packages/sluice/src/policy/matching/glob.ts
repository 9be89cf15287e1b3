/**
 * Patterns in which `*` stands for any characters. Matching goes through a text once: between two stars the leftmost
 * place is as good as any other, so nothing is ever tried twice.
 */
export class Glob {
  readonly #first: string
  /** What stands between two stars, in order. */
  readonly #middle: readonly string[]
  /** What stands after the last star; `undefined` without a star. */
  readonly #last: string | undefined

  constructor(pattern: string) {
    const [first = '', ...others] = pattern.split('*')
    this.#first = first
    this.#last = others.pop()
    this.#middle = others.filter((part) => part !== '')
  }

  matches(text: string): boolean {
    const last = this.#last
    if (last === undefined) return text === this.#first
    if (!text.startsWith(this.#first) || !text.endsWith(last)) return false
    let at = this.#first.length
    const end = text.length - last.length
    for (const part of this.#middle) {
      const found = text.indexOf(part, at)
      if (found === -1) return false
      at = found + part.length
    }
    return at <= end
  }
}
