// A route of Next.js, as app/api/search/route.js. On Vercel the platform writes the client's address into x-real-ip.
import { tokenBucket } from 'sluice'
import { rateLimit } from 'sluice/fetch'

const limit = rateLimit({
  name: 'search',
  limit: tokenBucket({ capacity: 20, rate: '5/s' }),
  address: { source: 'x-real-ip', trustedHops: 1 },
})

export const GET = limit((request) => {
  const { searchParams } = new URL(request.url)
  return Response.json({ found: [], for: searchParams.get('q') })
})
