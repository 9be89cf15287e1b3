const { default: app } = await import(process.argv[2])
const { port } = Bun.serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
process.stdout.write(`Listening on http://127.0.0.1:${port}/\n`)
