import { detailsOf, targetParts, type Details } from './logged-request.ts'

/** An entry of a HAR as far as its requests go. */
interface HarEntry {
  readonly request?: {
    readonly method?: unknown
    readonly url?: unknown
    readonly headers?: unknown
  }
  readonly response?: { readonly status?: unknown }
}

export function harDetails(entry: unknown): Details {
  const { request, response } = (entry ?? {}) as HarEntry
  const { method, url, headers } = request ?? {}
  return detailsOf([
    ['method', text(method)],
    ...targetParts(text(url)),
    ['status', text(response?.status)],
    ['header.user-agent', headerOf(headers, 'user-agent')],
    ['header.referer', headerOf(headers, 'referer')],
  ])
}

function headerOf(headers: unknown, name: string): string | undefined {
  const list: readonly { readonly name?: unknown; readonly value?: unknown }[] = Array.isArray(headers)
    ? headers
    : []
  return text(list.find((header) => text(header?.name)?.toLowerCase() === name)?.value)
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
