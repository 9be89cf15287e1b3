import { detailsOf, requestLine, type Details } from './logged-request.ts'

const QUOTED = String.raw`"((?:[^"\\]|\\.)*)"`
const COMMON = new RegExp(
  String.raw`^(?:\S+ std\w+ F )?\S+ \S+ (\S+) \[[^\]]*\] ${QUOTED} (\S+) \S+(.*)$`,
  's',
)
const PROXY_MANAGER = new RegExp(
  String.raw`^\[[^\]]*\] (?:\S+ ){0,2}(\S+) - (\S+) \S+ (\S+) ${QUOTED}(.*)$`,
  's',
)
const FIELDS = new RegExp(QUOTED, 'g')

/** Common and Combined Log Format, and the layouts of Nginx Proxy Manager. */
export function clfDetails(line: string): Details {
  const [, user, request, status, rest = ''] = COMMON.exec(line) ?? []
  if (request === undefined) return proxyManagerDetails(line)
  const [referer, agent] = quotedFields(rest)
  return detailsOf([
    ...requestLine(plain(request)),
    ['user', user],
    ['status', status],
    ['header.referer', referer],
    ['header.user-agent', agent],
  ])
}

function proxyManagerDetails(line: string): Details {
  const [, status, method, host, path, rest = ''] = PROXY_MANAGER.exec(line) ?? []
  const [agent, referer] = quotedFields(rest)
  return detailsOf([
    ['method', method],
    ['host', host],
    ['path', path === undefined ? undefined : plain(path)],
    ['status', status],
    ['header.referer', referer],
    ['header.user-agent', agent],
  ])
}

function quotedFields(text: string): readonly string[] {
  return Array.from(text.matchAll(FIELDS), ([, field = '']) => plain(field))
}

/** Without the escapes of servers: `\"` and `\x22` are a quote. */
function plain(text: string): string {
  if (!text.includes('\\')) return text
  return text.replaceAll(/\\(x[0-9a-f]{2}|.)/gis, (_, escape: string) =>
    escape.length === 3 ? String.fromCharCode(Number.parseInt(escape.slice(1), 16)) : escape,
  )
}
