import { launch } from '../launch.mjs'
import { here, root } from '../paths.mjs'
import { printedVersion } from './printed-version.mjs'

const program = `${here}node_modules/.bin/deno`

/** It may listen on loopback and read its modules, and no more. */
const allowed = ['run', '--no-prompt', '--allow-net=127.0.0.1', `--allow-read=${root}`]

/** Client libraries want to know more of the machine. */
const runWithClients = [...allowed, '--allow-env', '--allow-sys']

const run = [...allowed, '--allow-env=PORT']

export const deno = {
  name: 'Deno',
  folder: here,
  tellsPeer: true,
  version: () => printedVersion(program),
  start: (file) => launch(program, [...run, `${here}hosts/deno.js`, file], { cwd: here }),
  startWithClients: (file) =>
    launch(program, [...runWithClients, `${here}hosts/deno.js`, file], { cwd: here }),
  startServer: (file) => launch(program, [...run, file], { cwd: here }),
}
