// A fetch handler, as Bun, Deno, Workers and Next.js call it, with a limit by API key and one on trial.
//   bun examples/servers/fetch.js, or: deno serve examples/servers/fetch.js
import { createLimiter, fixedWindow, gcra } from 'sluice'
import { rateLimit } from 'sluice/fetch'

const limit = rateLimit({
  rules: [
    {
      name: 'key',
      limiter: createLimiter({ limit: fixedWindow({ limit: 100, window: '1m' }) }),
      key: (request) => request.headers.get('X-Api-Key') ?? 'nobody',
    },
    {
      name: 'burst',
      limiter: createLimiter({ limit: gcra({ burst: 2, rate: '1/s' }) }),
      key: (request) => request.headers.get('X-Api-Key') ?? 'nobody',
      mode: 'shadow',
    },
  ],
  onShadowRefused: ({ name, keys }) => onTrial.push({ name, keys }),
})

/** What the limit on trial would have done; a real service would log it. */
export const onTrial = []

export default { fetch: limit(() => new Response('hello\n')) }
