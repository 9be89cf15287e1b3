import { foundText } from './found-text.ts'
import { RequestError } from './request-error.ts'

/** Every path with the methods that it takes, beside the files of the playground. */
const methodsByPath: ReadonlyMap<string, readonly string[]> = new Map([
  ['/', ['GET', 'HEAD']],
  ['/v1/check', ['POST']],
  ['/v1/settle', ['POST']],
  ['/healthz', ['GET', 'HEAD']],
])

/** The methods of a path, if it is one of those. */
export function methodsOf(path: string): readonly string[] | undefined {
  return methodsByPath.get(path)
}

/** The answer where nothing is. */
export function notFound(path: string): RequestError {
  const known = [...methodsByPath].map(([each, [method]]) => `${method} ${each}`)
  return new RequestError('ERR_NOT_FOUND', `Nothing is at ${foundText(path)}.`, {
    found: foundText(path),
    remedy: `There are ${known.join(', ')}.`,
  })
}

/** The answer where something is, but not for this method. */
export function wrongMethod(method: string, path: string, methods: readonly string[]): RequestError {
  return new RequestError('ERR_METHOD_NOT_ALLOWED', `${path} does not take ${method}.`, {
    found: method,
    remedy: `Send ${methods.join(' or ')}.`,
    headers: { Allow: methods.join(', ') },
  })
}
