import { launch } from '../launch.mjs'
import { here } from '../paths.mjs'
import { printedVersion } from './printed-version.mjs'

const program = `${here}node_modules/.bin/bun`

export const bun = {
  name: 'Bun',
  folder: here,
  tellsPeer: true,
  version: () => printedVersion(program),
  start,
  startWithClients: start,
  startServer: (file) => launch(program, [file], { cwd: here }),
}

function start(file) {
  return launch(program, [`${here}hosts/bun.js`, file], { cwd: here })
}
