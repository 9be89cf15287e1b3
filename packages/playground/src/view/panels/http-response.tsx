import type { VNode } from 'preact'
import type { ClientView } from '../../model/index.ts'

const REASONS: Readonly<Record<number, string>> = { 200: 'OK', 429: 'Too Many Requests' }

/** A response as it goes over the wire, with its body set out in lines. */
export function HttpResponse({ response }: { readonly response: ClientView }): VNode {
  const { status, headers, body } = response
  return (
    <pre class="http" tabIndex={0} aria-label="Response">
      <span class="http-status">{`HTTP/1.1 ${status} ${REASONS[status] ?? ''}`}</span>
      {'\n'}
      {headers.map(([name, value]) => (
        <span key={name}>
          <span class="http-name">{name}</span>
          {`: ${value}\n`}
        </span>
      ))}
      {body === '' ? <span class="muted">{'\n(your answer)'}</span> : `\n${setOut(body)}`}
    </pre>
  )
}

function setOut(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2)
}
