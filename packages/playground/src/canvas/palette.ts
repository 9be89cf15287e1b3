/** The colours of the drawings, read from the style sheet so that both follow the theme. */

export interface Palette {
  readonly text: string
  readonly muted: string
  readonly line: string
  readonly surface: string
  readonly band: string
  readonly allowed: string
  readonly refused: string
  readonly queued: string
}

/** Colours as they are now; ask again when the theme has changed. */
export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  return {
    text: colour('text'),
    muted: colour('muted'),
    line: colour('line-strong'),
    surface: colour('surface'),
    band: colour('band'),
    allowed: colour('allowed'),
    refused: colour('refused'),
    queued: colour('queued'),
  }
}
