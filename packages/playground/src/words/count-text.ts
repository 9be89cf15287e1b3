/** Making a format takes a thousand times as long as using it. */
const format = new Intl.NumberFormat('en')

/** `1,234`. */
export function countText(count: number): string {
  return format.format(count)
}

/** `1 request`, `2 requests`. */
export function counted(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`
}
