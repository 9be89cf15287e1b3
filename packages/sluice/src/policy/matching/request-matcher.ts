import { Glob } from './glob.ts'
import { normalHost } from './normal-host.ts'
import { pathPattern, pathSegments } from './path-readings.ts'
import type { RequestAttributes } from './request-attributes.ts'
import { SegmentsGlob } from './segments-glob.ts'

type Condition = (request: RequestAttributes) => boolean

/** Says whether a request matches: each attribute that is named by one of its patterns. */
export class RequestMatcher {
  readonly #conditions: readonly Condition[]

  constructor(match: Readonly<Record<string, readonly string[]>>) {
    this.#conditions = Object.entries(match).map(([name, patterns]) => conditionOf(name, patterns))
  }

  matches(request: RequestAttributes): boolean {
    return this.#conditions.every((condition) => condition(request))
  }
}

function conditionOf(name: string, patterns: readonly string[]): Condition {
  if (name === 'path') return pathCondition(patterns)
  const matchers = patterns.map((pattern) => matcherOf(name, pattern))
  return (request) => {
    const value = request.valueOf(name)
    return value !== undefined && matchers.some((matches) => matches(value))
  }
}

function matcherOf(name: string, pattern: string): (value: string) => boolean {
  if (name === 'host') {
    const glob = new SegmentsGlob(normalHost(pattern).split('.'))
    return (value) => glob.matches(value.split('.'))
  }
  const glob = new Glob(name === 'method' ? pattern.toUpperCase() : pattern)
  return (value) => glob.matches(value)
}

function pathCondition(patterns: readonly string[]): Condition {
  const globs = patterns.map((pattern) => new SegmentsGlob(pathSegments(pathPattern(pattern))))
  return ({ paths }) => paths.some((segments) => globs.some((glob) => glob.matches(segments)))
}
