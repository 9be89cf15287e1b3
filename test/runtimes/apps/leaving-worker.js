/**
 * A client of a Worker. Cloudflare's edge tells a Worker that its client has left, as a Worker that calls another does;
 * workerd alone looks at a connection only when it writes.
 */
import { leavingFaults } from '../questions/leaving.mjs'

export default {
  async fetch(request, { APP }) {
    const send = (path, init) => APP.fetch(new URL(path, request.url), init)
    return Response.json(await leavingFaults(send))
  },
}
