/** The text does not follow the grammar. Never leaves the reader of structured fields. */
export class SyntaxFault extends Error {}

/** Takes text from left to right by sticky patterns. */
export class TextReader {
  at = 0
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  isAtEnd(): boolean {
    return this.at === this.text.length
  }

  sees(character: string): boolean {
    return this.text[this.at] === character
  }

  take(character: string): boolean {
    const seen = this.sees(character)
    if (seen) this.at++
    return seen
  }

  /** What the pattern matches here, or `undefined`. */
  may(sticky: RegExp): string | undefined {
    sticky.lastIndex = this.at
    const found = sticky.exec(this.text)?.[0]
    if (found !== undefined) this.at += found.length
    return found
  }

  must(sticky: RegExp): string {
    const found = this.may(sticky)
    if (found === undefined) throw new SyntaxFault()
    return found
  }
}
