/** Finds a Redis before any test that needs one. */
import type { TestProject } from 'vitest/node'
import { neededPart } from '../needed-part.ts'
import { findRedis } from './find-redis.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of a `redis-server` to run; undefined if this machine has none, or no test of this run needs one. */
    redisServer: string | undefined
  }
}

export default async function setup(project: TestProject): Promise<void> {
  project.provide('redisServer', await neededPart(project, 'describe-with-redis.ts', findRedis))
}
