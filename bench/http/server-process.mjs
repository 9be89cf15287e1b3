// node server-process.mjs FRAMEWORK SERVER, forked: one server in a process of its own. Answers every message with the
// processor time that the process has used so far.
import { frameworks } from './frameworks.mjs'

const [framework, server] = process.argv.slice(2)
const port = await frameworks[framework].servers[server]()

process.on('disconnect', () => process.exit(0))
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send({ cpuUs: user + system })
})
process.send({ port })
