/** A share of clients, as the burst chart names its curves. */
export function shareText(share: number): string {
  return share === 1 ? 'nobody refused' : `${Number((share * 100).toFixed(2))} % never refused`
}
