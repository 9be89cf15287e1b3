/** `1,234`. */
export function countText(count: number): string {
  return count.toLocaleString('en')
}

/** `1 request`, `2 requests`. */
export function counted(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`
}
