import type { Recipe } from '../recipe.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { LinkError } from './link-error.ts'

/** A kind is its place in this list, so the list only ever grows. */
const kinds = ['burst', 'steady', 'boundary', 'poisson', 'lesson'] as const

/** The most requests that one recipe of a link may make. */
const MOST_REQUESTS = 1_000_000

export function writeRecipe(writer: ByteWriter, recipe: Recipe): void {
  writer.byte(kinds.indexOf(recipe.kind))
  writer.whole(recipe.atMs)
  writer.whole(recipe.cost)
  if ('count' in recipe) writer.whole(recipe.count)
  if ('windowMs' in recipe) writer.whole(recipe.windowMs)
  if ('perSecond' in recipe) {
    writer.float(recipe.perSecond)
    writer.whole(recipe.forMs)
  }
  if ('seed' in recipe) writer.whole(recipe.seed)
}

export function readRecipe(reader: ByteReader): Recipe {
  const kind = kinds[reader.whole(kinds.length - 1)]!
  const shared = { atMs: reader.whole(), cost: reader.whole() }
  switch (kind) {
    case 'burst':
      return { ...shared, kind, count: reader.whole(MOST_REQUESTS) }
    case 'boundary':
      return { ...shared, kind, count: reader.whole(MOST_REQUESTS), windowMs: reader.whole() }
    case 'steady':
      return { ...shared, kind, ...readStream(reader) }
    case 'poisson':
      return { ...shared, kind, ...readStream(reader), seed: reader.whole() }
    case 'lesson':
      return { ...shared, kind }
  }
}

function readStream(reader: ByteReader): { perSecond: number; forMs: number } {
  const stream = { perSecond: reader.float(), forMs: reader.whole() }
  if (stream.perSecond * (stream.forMs / 1000) <= MOST_REQUESTS) return stream
  throw new LinkError(`The link holds traffic of more than ${MOST_REQUESTS} requests.`)
}
