/**
 * What pages may do: load what this server has, and nothing else. No script or style stands in the page itself, nobody
 * frames it, and where a link leads to does not learn where it came from.
 */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}
