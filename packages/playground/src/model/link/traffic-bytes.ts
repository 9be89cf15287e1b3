/**
 * Traffic as bytes: its recipes, then the requests that came by no recipe, each as the time since the one before. If
 * that would not give the same requests in the same order, all are written as times.
 */
import type { Recipe } from '../recipe.ts'
import { Traffic } from '../traffic.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { LinkError } from './link-error.ts'
import { readRecipe, writeRecipe } from './recipe-bytes.ts'

/** More requests than this make an address that browsers and mail programs cut. */
const MOST_LOOSE = 10_000
const MOST_RECIPES = 1000
/** A smaller burst is shorter as times. */
const SMALLEST_BURST = 9
/** The most requests that a link may unfold to. */
const MOST_REQUESTS = 1_000_000

interface Requests {
  readonly times: ArrayLike<number>
  readonly costs: ArrayLike<number>
}

export function writeTraffic(writer: ByteWriter, traffic: Traffic): void {
  const recipes = traffic.recipes.filter(isWorthIt).slice(0, MOST_RECIPES)
  const made = assembled(recipes, { times: [], costs: [] })
  checkLoose(traffic.size - made.size)
  const loose = withoutMade(traffic, made)
  const isExact = isSame(assembled(recipes, loose), traffic)
  writer.whole(isExact ? recipes.length : 0)
  if (isExact) for (const recipe of recipes) writeRecipe(writer, recipe)
  writeLoose(writer, isExact ? loose : traffic)
}

/** @throws LinkError or SluiceError if it is no traffic, or too much of it */
export function readTraffic(reader: ByteReader): Traffic {
  const recipes = Array.from({ length: reader.whole(MOST_RECIPES) }, () => readRecipe(reader))
  return assembled(recipes, readLoose(reader))
}

function isWorthIt(recipe: Recipe): boolean {
  return recipe.kind !== 'burst' || recipe.count >= SMALLEST_BURST
}

function assembled(recipes: readonly Recipe[], loose: Requests): Traffic {
  const traffic = new Traffic()
  for (const recipe of recipes) {
    traffic.play(recipe)
    if (traffic.size > MOST_REQUESTS)
      throw new LinkError(`The link holds more than ${MOST_REQUESTS} requests.`)
  }
  traffic.addAll(loose.times, loose.costs)
  return traffic
}

/** The requests that are left when those of the recipes are taken out, in order. */
function withoutMade(traffic: Traffic, made: Traffic): Requests {
  const { times, costs } = traffic
  const [madeTimes, madeCosts] = [made.times, made.costs]
  const loose: { times: number[]; costs: number[] } = { times: [], costs: [] }
  let next = 0
  for (let i = 0; i < times.length; i++) {
    if (times[i] === madeTimes[next] && costs[i] === madeCosts[next]) next += 1
    else {
      loose.times.push(times[i]!)
      loose.costs.push(costs[i]!)
    }
  }
  return loose
}

function isSame(one: Traffic, other: Traffic): boolean {
  return isEqual(one.times, other.times) && isEqual(one.costs, other.costs)
}

function isEqual(one: Float64Array, other: Float64Array): boolean {
  return one.length === other.length && one.every((value, i) => value === other[i])
}

function checkLoose(requests: number): void {
  if (requests <= MOST_LOOSE) return
  throw new LinkError(
    `A link holds the times of at most ${MOST_LOOSE} requests, and these are ${requests}; choose fewer of them.`,
  )
}

/** Times, then the costs if one of them is not 1. */
function writeLoose(writer: ByteWriter, { times, costs }: Requests): void {
  const { length } = times
  checkLoose(length)
  writer.whole(length)
  for (let i = 0; i < length; i++) writer.whole(times[i]! - (i === 0 ? 0 : times[i - 1]!))
  const haveCosts = Array.from(costs).some((cost) => cost !== 1)
  writer.byte(haveCosts ? 1 : 0)
  if (haveCosts) for (let i = 0; i < length; i++) writer.whole(costs[i]!)
}

function readLoose(reader: ByteReader): Requests {
  const length = reader.whole(MOST_LOOSE)
  let atMs = 0
  const times = Array.from({ length }, () => (atMs += reader.whole()))
  const haveCosts = reader.whole(1) === 1
  return { times, costs: times.map(() => (haveCosts ? reader.whole() : 1)) }
}
