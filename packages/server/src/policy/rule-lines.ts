import type { Policy, Rule } from 'sluice/policy'
import { durationText } from '../output/duration-text.ts'
import { grouped } from '../output/table.ts'
import { wrapped } from '../output/wrapped.ts'

/** The rules of a policy in words: whom each limits, and how. */
export function ruleLines({ rules }: Policy): string {
  const width = Math.max(0, ...rules.map(({ name }) => name.length)) + 2
  return rules.map((rule) => linesOf(rule, width)).join('\n')
}

function linesOf(rule: Rule, width: number): string {
  const indent = 2 + width
  const whom = [matchText(rule), keyText(rule), countTexts[rule.count], modeTexts[rule.mode]].filter(Boolean)
  const limits = rule.limits.map((limit) => `${' '.repeat(indent)}${limitText(limit)}`)
  const first = `  ${rule.name.padEnd(width)}${whom.join(', ')}`
  return [first, ...limits].map((line) => wrapped(line, indent + 2)).join('\n')
}

function matchText({ match }: Rule): string {
  const parts = Object.entries(match).map(([name, patterns]) => `${name} ${patterns.join(' or ')}`)
  return parts.length === 0 ? 'every request' : parts.join(', ')
}

function keyText({ key }: Rule): string {
  return key.length === 0 ? 'one allowance for all' : `by ${key.join(' and ')}`
}

const countTexts = { all: '', failures: 'failures alone', successes: 'successes alone' }
const modeTexts = { enforce: '', shadow: 'on trial (shadow)' }

function limitText({ name, limit: { algorithm, summary } }: Rule['limits'][number]): string {
  const label = name === algorithm.name ? name : `${name} (${algorithm.name})`
  return `${label}: ${inUnits(summary)}`
}

/** `20000 per 1000 ms` as `20,000 per 1 s`. */
function inUnits(summary: string): string {
  return summary
    .replaceAll(/(\d+) ms/g, (_, ms: string) => durationText(Number(ms)))
    .replaceAll(/\d{5,}/g, (digits) => grouped(Number(digits)))
}
