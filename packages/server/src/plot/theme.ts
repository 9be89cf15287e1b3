/**
 * The colours of plots: those of Okabe and Ito, which people with any kind of colour vision tell apart ("Color
 * Universal Design", 2008). A plot is drawn in the light ones; its style sheet swaps each for its dark twin where the
 * reader's screen is dark.
 */
export const theme = {
  background: { light: '#ffffff', dark: '#15191e' },
  text: { light: '#333333', dark: '#dddddd' },
  axis: { light: '#888888', dark: '#999999' },
  grid: { light: '#e4e4e4', dark: '#33383e' },
  blue: { light: '#0072b2', dark: '#56b4e9' },
  vermillion: { light: '#d55e00', dark: '#f0803c' },
  green: { light: '#009e73', dark: '#2cc79b' },
} as const

/** Swaps every colour of the theme, wherever an element has it as fill or stroke. */
export function darkStyle(): string {
  const rules = Object.values(theme).flatMap(({ light, dark }) => [
    `[fill="${light}"]{fill:${dark}}`,
    `[stroke="${light}"]{stroke:${dark}}`,
  ])
  return `@media (prefers-color-scheme:dark){${rules.join('')}}`
}
