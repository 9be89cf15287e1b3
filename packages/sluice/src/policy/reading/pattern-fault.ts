import { isReordered, nearName } from './near-name.ts'
import { shownText } from './tree.ts'

const LONGEST_PATTERN = 1024

type Fault = readonly [message: string, remedy: string]

/** Why a pattern can match no value of its attribute, and what to write instead; `undefined` if it can. */
export function patternFault(name: string, pattern: string): Fault | undefined {
  if (pattern.length > LONGEST_PATTERN) {
    return [`a pattern of ${pattern.length} characters`, `keep it to ${LONGEST_PATTERN}`]
  }
  return faultsOf.get(name)?.(pattern)
}

const faultsOf: ReadonlyMap<string, (pattern: string) => Fault | undefined> = new Map([
  ['path', pathFault],
  ['method', methodFault],
  ['host', hostFault],
  ['client', clientFault],
])

function pathFault(pattern: string): Fault | undefined {
  const shown = shownText(pattern)
  if (!pattern.startsWith('/')) {
    return [
      `no path matches ${shown}, as it begins with no slash`,
      `write ${instead(`/${pattern.replace(/^[a-z]+:\/\/[^/]*\/?/i, '')}`)}`,
    ]
  }
  if (/[?#]/.test(pattern)) {
    const remedy = `write ${instead(pattern.replace(/[?#].*$/s, ''))}, which any query matches`
    return [`no path matches ${shown}, as paths end before ? and #`, remedy]
  }
  const segments = pattern.split('/').slice(1)
  const inner = segments.slice(0, -1).includes('') || segments.includes('.') || segments.includes('..')
  if (inner) {
    const kept = segments.filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
    return [
      `no path matches ${shown}, as paths hold no //, . or .. once they are read`,
      `write ${instead(`/${kept.join('/')}`)}`,
    ]
  }
  return segments.map((segment) => segmentFault(segment, segments)).find((fault) => fault !== undefined)
}

function segmentFault(segment: string, segments: readonly string[]): Fault | undefined {
  if (segment !== '**' && segment.includes('**')) {
    return [
      `** stands within a segment, ${shownText(segment)}`,
      'write * for a part of one segment, or ** alone between slashes',
    ]
  }
  if (!/^(:[A-Za-z_]\w*|\{[^}]*\})$/.test(segment)) return undefined
  const path = segments.map((each) => (each === segment ? '*' : each)).join('/')
  return [
    `${shownText(segment)} stands for itself, not for any value`,
    `write * for any one segment, as in /${path}`,
  ]
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE', 'QUERY']

function methodFault(pattern: string): Fault | undefined {
  const method = pattern.toUpperCase()
  if (METHODS.includes(method) || pattern.includes('*')) return undefined
  const near = nearName(method, METHODS)
  if (!/^[A-Z][A-Z0-9-]*$/.test(method) || (near !== undefined && isReordered(method, near))) {
    const remedy =
      near === undefined ? 'write one, such as POST, or a list such as [POST, PUT]' : `did you mean ${near}?`
    return [`no method is called ${shownText(pattern)}`, remedy]
  }
  return undefined
}

function hostFault(pattern: string): Fault | undefined {
  const host = pattern.replace(/^[a-z]+:\/\//i, '').replace(/\/.*$/s, '')
  const bare = host.replace(/:[0-9]+$/, '')
  const isIpv6 = bare.includes(':') && !bare.startsWith('[')
  const remedy = `write ${instead(bare === '' ? 'www.example.com' : bare)}`
  if (host !== pattern)
    return [`no host matches ${shownText(pattern)}, as a host has no scheme and no path`, remedy]
  if (bare !== host && !isIpv6) return [`no host matches ${shownText(pattern)}, as ports are cut off`, remedy]
  if (pattern === '' || /\s/.test(pattern)) return [`no host matches ${shownText(pattern)}`, remedy]
  const isWithin = host.split('.').some((label) => label !== '**' && label.includes('**'))
  return isWithin
    ? [
        `** stands within a label, ${shownText(pattern)}`,
        'write * for a part of one label, or ** alone between dots',
      ]
    : undefined
}

/** A range looks as if it matched the addresses in it. */
function clientFault(pattern: string): Fault | undefined {
  if (!/^[0-9a-f.:]+\/[0-9]{1,3}$/i.test(pattern)) return undefined
  return [
    `no client matches ${shownText(pattern)}, as clients are compared as text`,
    'write patterns such as 10.* or 192.168.1.*, or send an attribute that says which network a client is of',
  ]
}

function instead(pattern: string): string {
  return pattern === '' ? '/' : pattern
}
