import { detailsOf, requestLine, targetParts, type Details } from './logged-request.ts'

/** Usual names of what is told of a request, best first; compared without case and punctuation. */
const USUAL_NAMES: Readonly<Record<string, readonly string[]>> = {
  method: ['method', 'requestmethod', 'httpmethod', 'csmethod', 'clientrequestmethod', 'verb'],
  path: [
    'path',
    'requesturi',
    'requestpath',
    'uri',
    'url',
    'requesturl',
    'csuristem',
    'clientrequesturi',
    'clientrequestpath',
    'xenvoyoriginpath',
  ],
  host: [
    'host',
    'httphost',
    'requesthost',
    'cshost',
    'authority',
    'clientrequesthost',
    'vhost',
    'servername',
  ],
  user: ['user', 'remoteuser', 'username', 'userid', 'csusername', 'clientusername'],
  status: [
    'status',
    'statuscode',
    'scstatus',
    'responsecode',
    'downstreamstatus',
    'edgeresponsestatus',
    'responsestatus',
    'httpstatus',
    'response',
  ],
  'header.user-agent': [
    'useragent',
    'httpuseragent',
    'csuseragent',
    'requestuseragent',
    'clientrequestuseragent',
    'requestheadersuseragent',
    'agent',
  ],
  'header.referer': [
    'referer',
    'httpreferer',
    'referrer',
    'csreferer',
    'requestreferer',
    'clientrequestreferer',
    'requestheadersreferer',
  ],
}

/** Finds what is usual in records whose fields have names. Names are looked at once, as all records have about the same. */
export class NamedDetails {
  readonly #plainNames = new Map<string, string>()

  of(fields: readonly (readonly [name: string, value: string])[]): Details {
    const usual = new Map<string, string>()
    for (const [name, value] of fields) {
      const plain = this.#plain(name)
      if (!usual.has(plain)) usual.set(plain, value)
    }
    const found = Object.entries(USUAL_NAMES).map(([attribute, names]) => {
      const name = names.find((each) => (usual.get(each) ?? '') !== '')
      return [attribute, name === undefined ? undefined : usual.get(name)] as const
    })
    const path = found.find(([attribute]) => attribute === 'path')?.[1]
    const line =
      path === undefined ? requestLine(usual.get('request') ?? usual.get('requestline')) : targetParts(path)
    // What comes last counts.
    return detailsOf([...fields, ...line, ...found])
  }

  #plain(name: string): string {
    let plain = this.#plainNames.get(name)
    if (plain === undefined) {
      plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
      if (this.#plainNames.size < MOST_NAMES) this.#plainNames.set(name, plain)
    }
    return plain
  }
}

/** Records whose names are data must not fill the memory. */
const MOST_NAMES = 10_000
