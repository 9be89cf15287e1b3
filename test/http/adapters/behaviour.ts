/** The application that every framework serves in the suite. */
export interface Reply {
  readonly status: number
  readonly body: string
}

/** Answers by path: `/status/404`, `/throw`, `/hang` (never), and 200 for all else. */
export function behaviour(path: string): Reply | Promise<Reply> {
  if (path === '/throw') throw new Error('the application failed')
  if (path === '/hang') return new Promise(() => undefined)
  const [, status = '200'] = /^\/status\/(\d+)$/.exec(path) ?? []
  return { status: Number(status), body: 'hello' }
}
