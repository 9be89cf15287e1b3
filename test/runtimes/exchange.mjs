/** One request over a socket of its own, and what matters of its response. */
import { request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'

/** The headers that say where a client stands, or what a refusal is. */
const COMPARED = /^(?:ratelimit.*|x-ratelimit-.*|retry-after|content-type|cache-control)$/

/** `headers` is a list of names and values in turn, so that a name may come often. */
export async function exchange(port, { path, method = 'GET', headers = [], body }) {
  const response = await new Promise((resolve, reject) => {
    const host = ['Host', `127.0.0.1:${port}`, 'Connection', 'close']
    const length = body === undefined ? [] : ['Content-Length', String(Buffer.byteLength(body))]
    httpRequest({
      host: '127.0.0.1',
      port,
      path,
      method,
      headers: [...host, ...length, ...headers],
      agent: false,
    })
      .on('response', resolve)
      .on('error', reject)
      .end(body)
  })
  return {
    status: response.statusCode,
    headers: comparedHeaders(response.rawHeaders),
    body: await text(response),
  }
}

/** By name in small letters; one that comes twice has both its values, with a bar between. */
function comparedHeaders(rawHeaders) {
  const found = {}
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at].toLowerCase()
    if (!COMPARED.test(name)) continue
    found[name] = name in found ? `${found[name]} | ${rawHeaders[at + 1]}` : rawHeaders[at + 1]
  }
  return found
}
