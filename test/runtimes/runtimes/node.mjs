import { launch } from '../launch.mjs'
import { here } from '../paths.mjs'

/** What the others are compared with: `@hono/node-server` hands requests of the Fetch standard to the applications. */
export const node = {
  name: 'Node',
  tellsPeer: true,
  version: () => process.versions.node,
  start,
  startWithClients: start,
}

function start(file) {
  return launch(process.execPath, [`${here}hosts/node.js`, file], { cwd: here })
}
