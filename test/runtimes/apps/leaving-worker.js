/**
 * A client of Workers. Cloudflare's edge tells a Worker that its client has left, as a Worker that calls another does;
 * workerd alone looks at a connection only when it writes.
 */
import { placeFaults, unitFaults } from '../questions/leaving.mjs'

export default {
  async fetch(request, { TOLD, UNTOLD }) {
    const to = (worker) => (path, init) => worker.fetch(new URL(path, request.url), init)
    return Response.json({ unit: await unitFaults(to(TOLD)), place: await placeFaults(to(UNTOLD)) })
  },
}
