import { stat } from 'node:fs/promises'

/** How often the file is looked at, in milliseconds. */
const LOOK_EVERY_MS = 200

/**
 * Says when a file has changed, whoever changed it and however: written in place, replaced by another file, or reached
 * by a link that leads elsewhere now, as containers mount their settings. Asking for the file's state now and then finds
 * that out on every file system; notices of the system do not. Says so once at the beginning, too.
 *
 * @returns a function that ends the watch
 */
export function watchFile(path: string, onChange: () => void): () => void {
  let told: string | undefined
  let seen: string | undefined
  let isLooking = false
  const look = async (): Promise<void> => {
    if (isLooking) return
    isLooking = true
    const now = await stateOf(path)
    isLooking = false
    // A file that is still being written is looked at again first: half a policy may read like a whole one.
    if (now === seen && now !== told) {
      told = now
      onChange()
    }
    seen = now
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MS)
  return () => clearInterval(timer)
}

/** Changes whenever the file does. */
async function stateOf(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true })
    return [dev, ino, size, mtimeNs, ctimeNs].join(' ')
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}
