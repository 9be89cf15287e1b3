/** Walks every state that can be reached, by whatever order of steps, and stops at the first that should not be. */

export interface Explored {
  readonly states: number
  /** The steps that lead to a state that should not be, if there is one. */
  readonly counterexample: readonly string[] | undefined
}

export interface NamedStep<World> {
  readonly name: string
  readonly next: World
}

interface Visited<World> {
  readonly world: World
  readonly name: string
  readonly from: Visited<World> | undefined
}

/** `keyOf` tells states apart; `isWrong` says which should not be. Shortest ways first. */
export function explore<World>(
  start: World,
  steps: (world: World) => Iterable<NamedStep<World>>,
  keyOf: (world: World) => string,
  isWrong: (world: World) => boolean,
): Explored {
  const seen = new Set([keyOf(start)])
  let level: Visited<World>[] = [{ world: start, name: 'start', from: undefined }]
  while (level.length > 0) {
    const following: Visited<World>[] = []
    for (const visited of level) {
      for (const { name, next } of steps(visited.world)) {
        const key = keyOf(next)
        if (seen.has(key)) continue
        seen.add(key)
        const reached = { world: next, name, from: visited }
        if (isWrong(next)) return { states: seen.size, counterexample: wayTo(reached) }
        following.push(reached)
      }
    }
    level = following
  }
  return { states: seen.size, counterexample: undefined }
}

function wayTo<World>(reached: Visited<World>): string[] {
  const names: string[] = []
  for (let at: Visited<World> | undefined = reached; at?.from !== undefined; at = at.from) names.push(at.name)
  return names.toReversed()
}
