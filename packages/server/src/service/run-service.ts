import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createPolicyLimiter } from 'sluice/policy'
import { jsonText } from '../output/json.ts'
import { print } from '../output/print.ts'
import { usablePolicyFile } from '../policy/usable-policy-file.ts'
import { greeting, startedJson } from './greeting/greeting.ts'
import { listen, type ListenOptions } from './listen.ts'
import { followPolicyFile, type PolicyNotices } from './reload/follow-policy-file.ts'
import { createService } from './service.ts'
import { stopSignal } from './stop-signal.ts'
import { stopService } from './stopping.ts'

export interface RunOptions extends ListenOptions {
  /** The policy file; a sample if there is none. */
  readonly policy?: string
  /** Whether to say where it listens as JSON. */
  readonly json?: boolean
}

const assets = new URL('../../assets/', import.meta.url)
const playground = fileURLToPath(new URL('playground', assets))
const samplePolicy = fileURLToPath(new URL('sample-policy.yaml', assets))

/** Runs the service until SIGTERM or SIGINT. */
export async function runService(options: RunOptions): Promise<void> {
  const stop = stopSignal()
  // The service goes on when nobody reads any more what it says.
  process.stderr.on('error', () => undefined)
  const isSample = options.policy === undefined
  const file = usablePolicyFile(options.policy ?? relative('.', samplePolicy))
  const limiter = createPolicyLimiter(file.policy)
  const app = await createService({ limiter, playground, complain })
  const listening = await listen(app, options)
  const endFollowing = followPolicyFile(file, limiter, notices)
  const started = { ...listening, file, isSample }
  print(options.json === true ? jsonText(startedJson(started)) : greeting(started))
  await stop
  endFollowing()
  await stopService(app)
  limiter.close()
}

const notices: PolicyNotices = {
  changed: ({ path, policy: { rules } }) =>
    complain(`${path} is in force anew: ${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}`),
  failed: (faults) =>
    complain(
      `the policy was changed and cannot be used; the one before it stays in force\n${faults.join('\n')}`,
    ),
}

/** Standard output is for what was asked for, here that the service has started; what happens later goes here. */
function complain(text: string): void {
  process.stderr.write(`sluice: ${text}\n`)
}
