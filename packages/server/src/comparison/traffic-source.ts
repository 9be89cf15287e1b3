/** Traffic for `compare`: one with a name, a list of times in a text file, or the requests of a log. */
import { existsSync } from 'node:fs'
import { ClientTable, namedTraffics, RequestList, trafficByName, type TrafficName } from 'sluice/simulate'
import { CallError, WorkError } from '../command-error.ts'
import type { LimitOption } from '../limit-option.ts'
import { logFieldsOf, type LogOptions } from '../log-options.ts'
import { logInputs, type LogInput } from '../logs/log-input.ts'
import { readLog } from '../logs/read-log.ts'
import { progressBar } from '../output/progress.ts'
import { beginsAsTimesList, parseTimesList } from './times-list.ts'

const END_MS = Date.UTC(2070, 0, 1)

/** Requests of one key. */
export interface Traffic {
  /** The name it was asked for by. */
  readonly name: string
  /** What it is, in a line. */
  readonly about: string
  /** Whole milliseconds, sorted. */
  readonly times: Float64Array
  /** What each request costs. Default 1 each. */
  readonly costs?: Float64Array
}

/** What the command line says about traffic beside its name. */
export interface TrafficOptions extends LogOptions {
  /** The client of a log whose requests are taken; without it those of all clients, as if they were one. */
  readonly client?: string
}

/**
 * The traffic of that name, or the one in the file of that name.
 *
 * @throws CallError if there is neither; WorkError if the file cannot be read or holds no usable traffic; SluiceError from the log reader
 */
export async function trafficOf(name: string, limit: LimitOption, options: TrafficOptions): Promise<Traffic> {
  if (!isTrafficName(name)) return trafficOfFile(name, options)
  return {
    name,
    about: namedTraffics[name].description,
    times: trafficByName(name, { limit: limit.limit, windowMs: limit.windowMs }),
  }
}

function isTrafficName(name: string): name is TrafficName {
  return Object.hasOwn(namedTraffics, name)
}

async function trafficOfFile(file: string, options: TrafficOptions): Promise<Traffic> {
  if (file !== '-' && !existsSync(file)) {
    const names = Object.keys(namedTraffics).join(', ')
    throw new CallError(
      `there is neither a file nor a traffic called ${JSON.stringify(file)}; by name there are ${names}`,
    )
  }
  const [input] = await logInputs([file])
  const progress = progressBar(`reading ${file}`, input!.bytes ?? 0)
  try {
    const chunks = input!.chunks((bytes) => progress.done(bytes))
    // The first piece tells a list of times from a log, also where the input is a pipe.
    const { value: first = new Uint8Array(0) } = await chunks.next()
    const rest = chained(first, chunks)
    return inRange(
      beginsAsTimesList(first)
        ? await timesOf(file, rest)
        : await requestsOf({ ...input!, chunks: () => rest }, options),
    )
  } finally {
    progress.end()
  }
}

/** Limits decide from 1970 to 2070; a file with other times is at fault, not the call. */
function inRange(traffic: Traffic): Traffic {
  const { name, times } = traffic
  if ((times[0] ?? 0) >= 0 && (times.at(-1) ?? 0) < END_MS) return traffic
  throw new WorkError(`${name} holds times before 1970 or after 2069, which no limit decides`)
}

async function* chained(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  yield* rest
}

async function timesOf(file: string, chunks: AsyncGenerator<Uint8Array>): Promise<Traffic> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true })
  return { name: file, about: 'a list of times', times: parseTimesList(file, text) }
}

async function requestsOf(input: LogInput, { client, ...fields }: TrafficOptions): Promise<Traffic> {
  const clients = new ClientTable()
  const wanted = client === undefined ? undefined : clients.indexOfText(client)
  const requests = new RequestList()
  let count = 0
  const log = await readLog(input, { ...logFieldsOf(fields), clients }, (timeMs, index, cost) => {
    if (wanted !== undefined && index !== wanted) return
    requests.push(timeMs, index, cost)
    count++
  })
  if (log?.damage !== undefined) throw log.damage
  if (count === 0) {
    throw new WorkError(
      `${input.name} holds no request${client === undefined ? '' : ` of the client ${client}`}`,
    )
  }
  const whose = client ?? 'all clients as one'
  return { name: input.name, about: `${log?.summary.formatLabel}, ${whose}`, ...inOrder(requests, count) }
}

function inOrder(requests: RequestList, count: number): { times: Float64Array; costs: Float64Array } {
  const sorted = { times: new Float64Array(count), costs: new Float64Array(count) }
  let at = 0
  requests.letOut(({ times, costs, from, to }) => {
    sorted.times.set(times.subarray(from, to), at)
    sorted.costs.set(costs.subarray(from, to), at)
    at += to - from
  })
  return sorted
}
