/** Where the JSON logs of well-known servers keep time and client. */

export type JsonProfileName = 'json' | 'caddy' | 'traefik' | 'cloudflare' | 'envoy'

export interface JsonProfile {
  /** The first of these that a record has is its time. Empty: guessed. */
  readonly time: readonly string[]
  /** The first of these that a record has is its client. Empty: guessed. */
  readonly client: readonly string[]
  /** A record without this is none of a request. */
  readonly requires?: string
  /** A record in which this member has another value than this text is none of a request. */
  readonly only?: readonly [member: string, text: string]
}

export const jsonProfiles: Readonly<Record<JsonProfileName, JsonProfile>> = {
  json: { time: [], client: [] },
  // https://caddyserver.com/docs/logging: `client_ip` is the client behind trusted proxies, `remote_ip` the peer.
  caddy: {
    time: ['ts'],
    client: ['request.client_ip', 'request.remote_ip', 'request.remote_addr'],
    requires: 'request',
    only: ['msg', 'handled request'],
  },
  // https://doc.traefik.io/traefik/observability/access-logs: `time` has whole seconds and is the end of the answer.
  traefik: { time: ['StartUTC', 'StartLocal'], client: ['ClientHost', 'ClientAddr'] },
  // https://developers.cloudflare.com/logs/reference/log-fields/zone/http_requests
  cloudflare: { time: ['EdgeStartTimestamp'], client: ['ClientIP'] },
  // The peer, not `x-forwarded-for`, which a client can write as it likes.
  envoy: {
    time: ['start_time'],
    client: [
      'downstream_remote_address',
      'downstream_remote_address_without_port',
      'downstream_direct_remote_address',
    ],
  },
}
