/**
 * What a log says of a request beside its time: `client`, and where it says so `path` (with the query), `method`, `host`,
 * `user`, `status`, `header.user-agent` and `header.referer`. Logs whose fields have names add every field under its own
 * name, nested ones as dotted paths.
 */
export type LoggedRequest = Readonly<Record<string, string>>

/** What is found in one line; what is `-`, empty or missing there is left out. */
export type Details = ReadonlyMap<string, string>

/** Details from pairs, without those that say nothing. */
export function detailsOf(pairs: Iterable<readonly [name: string, value: string | undefined]>): Details {
  const details = new Map<string, string>()
  for (const [name, value] of pairs) {
    if (value !== undefined && value !== '' && value !== '-') details.set(name, value)
  }
  return details
}

/** Method and path of a request line such as `GET /a HTTP/1.1`, and the host where the path is a whole URL. */
export function requestLine(line: string | undefined): readonly (readonly [string, string | undefined])[] {
  const [, method, target] = /^([A-Za-z]{1,20}) (\S+)/.exec(line ?? '') ?? []
  return [['method', method], ...targetParts(target)]
}

/** A path, and the host of one that is a whole URL. */
export function targetParts(target: string | undefined): readonly (readonly [string, string | undefined])[] {
  const host = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(target ?? '')?.[1]
  return [
    ['path', target],
    ['host', host],
  ]
}
