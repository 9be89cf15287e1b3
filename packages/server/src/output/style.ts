import pc from 'picocolors'

const { NO_COLOR = '', FORCE_COLOR = '', TERM } = process.env

/** Only a terminal gets styles, unless FORCE_COLOR asks for them. A CI run is no terminal, whatever its variables say. */
const isStyled = NO_COLOR === '' && (FORCE_COLOR !== '' || (process.stdout.isTTY && TERM !== 'dumb'))

const colors = pc.createColors(isStyled)

/** Headings. */
export const bold: (text: string) => string = colors.bold

/** What explains, and may be skipped. */
export const dim: (text: string) => string = colors.dim
