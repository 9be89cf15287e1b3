// Medians and quartiles, and ratios of what was measured in the same round.

export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.round((sorted.length - 1) * share)]
}

export function median(values) {
  return quantile(values, 0.5)
}

/** The median and the quartiles of values that belong together round by round. */
export function spreadOf(values) {
  return { median: median(values), quartiles: [quantile(values, 0.25), quantile(values, 0.75)] }
}

/** How many times as much the first is as the second, round by round. */
export function ratioOf(firsts, seconds) {
  return spreadOf(firsts.map((first, round) => first / seconds[round]))
}

export function ratioText({ median: middle, quartiles: [low, high] }) {
  return `${middle.toFixed(2)} [${low.toFixed(2)}-${high.toFixed(2)}]`
}
