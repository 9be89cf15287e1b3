// A Worker of Cloudflare, which writes the client's address into cf-connecting-ip. Each of its isolates has limits of its own.
import { tokenBucket } from 'sluice'
import { rateLimit } from 'sluice/fetch'

const limit = rateLimit({
  name: 'api',
  limit: tokenBucket({ capacity: 20, rate: '5/s' }),
  address: { source: 'cf-connecting-ip', trustedHops: 1 },
})

export default { fetch: limit(() => new Response('hello\n')) }
