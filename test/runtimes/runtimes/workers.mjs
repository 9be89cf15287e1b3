/** workerd, the runtime of Cloudflare Workers, with each Worker in one file that Vite makes. */
import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { build } from 'vite'
import { launch } from '../launch.mjs'
import { here, root, scratch } from '../paths.mjs'
import { printedVersion } from './printed-version.mjs'

const program = `${here}node_modules/.bin/workerd`

/** The rules of the platform that a Worker goes by, those of the day when the pinned workerd was made. */
const COMPATIBILITY_DATE = '2026-11-17'

const LISTENING = /"socket":"app","port":(\d+)[^]*"socket":"leaving","port":(\d+)/

export const workers = {
  name: 'Workers',
  folder: here,
  tellsPeer: false,
  version: () => printedVersion(program),
  start: startWorker,
  startServer: startWorker,
  leavingFaults: async ({ ports: [, leaving] }) => {
    const response = await fetch(`http://127.0.0.1:${leaving}/`)
    return response.json()
  },
}

async function startWorker(file) {
  const name = basename(file, '.js')
  await bundle(file, name)
  await bundle(`${here}apps/leaving-worker.js`, 'leaving-worker')
  writeFileSync(`${scratch}${name}.capnp`, configuration(name))
  const args = ['serve', '--control-fd=1', `${name}.capnp`]
  return launch(program, args, { cwd: scratch, pattern: LISTENING })
}

async function bundle(entry, name) {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    resolve: { conditions: ['workerd', 'worker', 'browser', 'module', 'default'] },
    build: {
      outDir: scratch,
      emptyOutDir: false,
      lib: { entry, formats: ['es'], fileName: () => `${name}.worker.js` },
    },
  })
}

/**
 * The application, and a client of it that leaves. Only with the flag is a Worker told that its client has left, so there
 * is one without it too.
 */
function configuration(name) {
  const worker = `modules = [(name = "${name}.js", esModule = embed "${name}.worker.js")],
  compatibilityDate = "${COMPATIBILITY_DATE}"`
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "app", worker = .app),
    (name = "untold", worker = .untold),
    (name = "leaving", worker = .leaving)
  ],
  sockets = [
    (name = "app", address = "127.0.0.1:0", http = (), service = "app"),
    (name = "leaving", address = "127.0.0.1:0", http = (), service = "leaving")
  ]
);
const untold :Workerd.Worker = (
  ${worker},
  compatibilityFlags = ["disable_request_signal"]
);
const app :Workerd.Worker = (
  ${worker},
  compatibilityFlags = ["enable_request_signal"]
);
const leaving :Workerd.Worker = (
  modules = [(name = "leaving.js", esModule = embed "leaving-worker.worker.js")],
  compatibilityDate = "${COMPATIBILITY_DATE}",
  bindings = [(name = "TOLD", service = "app"), (name = "UNTOLD", service = "untold")]
);
`
}
