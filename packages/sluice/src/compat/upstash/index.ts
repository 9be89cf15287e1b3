/**
 * A way over from @upstash/ratelimit: the export `sluice/compat/upstash`. The guide `moving-from-upstash-ratelimit` says
 * what stays and what can now be better.
 */
export { Ratelimit, type RatelimitResponse, type Remaining, type RequestOptions } from './ratelimit.ts'
export type { RatelimitConfig } from './options.ts'
export type { RestClient } from './rest-scripting.ts'
export type { WindowText } from './window-text.ts'
