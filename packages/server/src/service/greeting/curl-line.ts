import type { SampleCheck } from './sample-check.ts'

/** A check as one line for a shell. It names no option that an old curl lacks. */
export function curlLine(url: string, { attributes, cost }: SampleCheck): string {
  const body = JSON.stringify({ attributes, cost })
  return `curl -i ${url}/v1/check -H 'Content-Type: application/json' -d ${quoted(body)}`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
