/** Asks the questions of an application, and tells what was not as it must be. */
import { isDeepStrictEqual } from 'node:util'
import { exchange } from '../exchange.mjs'

/** The responses of a question's requests, sent one after the other. */
export async function responsesTo(port, { requests }) {
  const responses = []
  for (const request of requests) responses.push(await exchange(port, request))
  return responses
}

/** What is wrong with the responses, by what the question wants and by what Node answered; nothing if they are right. */
export function faultsOf({ wanted, mayDiffer = false }, responses, ofNode) {
  return responses.flatMap((response, index) => {
    const missed = Object.entries(wanted[index]).filter(
      ([name, value]) => !(name in holds ? holds[name](response, value) : isSame(response, name, value)),
    )
    if (missed.length > 0) {
      return missed.map(
        ([name, value]) => `request ${index + 1}: ${name} should be ${shown(value)} in ${shown(response)}`,
      )
    }
    if (mayDiffer || ofNode === undefined || isDeepStrictEqual(response, ofNode[index])) return []
    return [`request ${index + 1}: ${shown(response)}, on Node ${shown(ofNode[index])}`]
  })
}

/** What a question may want beside headers, the status and the body. */
const holds = {
  key: (response, key) => keyOf(response) === key,
  keyOrRefused: (response, keys) => response.status >= 400 || keys.includes(keyOf(response)),
}

function keyOf({ body }) {
  try {
    return JSON.parse(body)[0].keys
  } catch {
    return undefined
  }
}

function isSame({ status, body, headers }, name, value) {
  return isDeepStrictEqual({ ...headers, status, body }[name], value)
}

function shown(value) {
  return JSON.stringify(value) ?? 'absent'
}
