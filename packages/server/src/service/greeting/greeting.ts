import { durationText } from '../../output/duration-text.ts'
import { bold } from '../../output/style.ts'
import { wrapped } from '../../output/wrapped.ts'
import type { Listening } from '../listen.ts'
import type { PolicyFile } from '../../policy/policy-file.ts'
import { curlLine } from './curl-line.ts'
import { ruleLines } from '../../policy/rule-lines.ts'
import { sampleCheck, type SampleCheck } from './sample-check.ts'

/** What a service tells when it has started. */
export interface Started extends Listening {
  readonly file: PolicyFile
  readonly isSample: boolean
}

/** The same as JSON. */
export function startedJson({ url, file: { path, policy } }: Started): object {
  const sample = sampleCheck(policy, Date.now())
  return {
    url,
    playground: `${url}/`,
    policy: path,
    rules: policy.rules.map(({ name }) => name),
    curl: sample === undefined ? null : curlLine(url, sample),
  }
}

/** What people read when the service has started. Only the line for the shell may be longer than 80 columns. */
export function greeting({ url, isOpen, file: { path, policy }, isSample }: Started): string {
  const whom = isOpen ? 'for everybody who reaches this machine' : 'for this machine alone'
  const own = isSample ? ' (a sample; --policy FILE takes your own)' : ''
  return [
    wrapped(`${bold('Sluice listens on')} ${url}, ${whom}. Limits are kept in memory.`),
    '',
    `Playground  ${url}/`,
    `Checks      POST ${url}/v1/check`,
    wrapped(`Policy      ${path}${own}`, 12),
    '',
    ruleLines(policy),
    '',
    tryText(url, sampleCheck(policy, Date.now())),
  ].join('\n')
}

function tryText(url: string, sample: SampleCheck | undefined): string {
  if (sample === undefined) return 'This policy refuses nothing.'
  const wait = Number.isFinite(sample.retryAfterMs) ? ` for ${waitText(sample.retryAfterMs)}` : ''
  const told = `Run this twice: the first passes, the second is refused by ${sample.refusedBy.join(' and ')}${wait}.`
  return `${wrapped(`${bold('Try it.')} ${told}`)}\n\n${curlLine(url, sample)}`
}

/** A wait in units that people grasp, rounded up. */
function waitText(ms: number): string {
  const unitMs = [86_400_000, 3_600_000, 60_000, 1000].find((size) => ms >= 2 * size) ?? 1
  return durationText(Math.ceil(ms / unitMs) * unitMs)
}
