const { default: app } = await import(Deno.args[0])
Deno.serve({ port: 0, hostname: '127.0.0.1' }, app.fetch)
