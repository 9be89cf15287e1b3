import { bold, dim } from '../../output/style.ts'
import { grouped, table } from '../../output/table.ts'
import { wrapped } from '../../output/wrapped.ts'
import { percentText } from '../percent-text.ts'
import { headingLines } from '../report-text.ts'
import type { PolicyLogReport, RuleReport } from './policy-report.ts'
import type { RefusalReport } from './refusals.ts'

/** A report for people: what each rule would have refused, and to whom. */
export function policyText(report: PolicyLogReport): string {
  const { policy, warnings } = report
  return [
    ...headingLines(report),
    ...warnings.map((warning) => wrapped(`  Note: ${warning}`, 4)),
    '',
    bold(policy.file),
    rulesTable(policy.rules),
    ...policy.rules.flatMap(mostRefused),
    wrapped(inAll(policy, policy.unmatched), 2),
    '',
    dim(legend),
    '',
  ].join('\n')
}

const legend = [
  'refused: what each rule refuses by itself; a rule in shadow mode would have.',
  'clients: refused at least once.',
].join('\n')

function rulesTable(rules: readonly RuleReport[]): string {
  return table(
    [
      { heading: 'rule', align: 'left' },
      { heading: 'mode', align: 'left' },
      { heading: 'counts', align: 'left' },
      { heading: 'matched' },
      { heading: 'allowed' },
      { heading: 'refused' },
      { heading: '%' },
      { heading: 'clients' },
    ],
    rules.map(({ name, mode, count, matched, allowed, refused, clientsRefused }) => [
      name,
      mode,
      count,
      matched,
      allowed,
      refused,
      percentText(refused, matched),
      clientsRefused,
    ]),
  )
}

function mostRefused({ name, topRefused }: RuleReport): string[] {
  if (topRefused.length === 0) return []
  const list = topRefused.map(({ client, refused }) => `${client} ${grouped(refused)}`).join(', ')
  return [wrapped(`Most refused by ${name}: ${list}`, 2)]
}

function inAll({ allowed, refused, clientsRefused }: RefusalReport, unmatched: number): string {
  const share = percentText(refused, allowed + refused)
  const nobody =
    refused === 0 ? '' : ` to ${grouped(clientsRefused)} ${clientsRefused === 1 ? 'client' : 'clients'}`
  const free = unmatched === 0 ? '' : `; ${grouped(unmatched)} match no rule`
  return `In all: ${grouped(allowed)} allowed, ${grouped(refused)} refused (${share} %)${nobody}${free}.`
}
