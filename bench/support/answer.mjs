/** The next message of a child process; rejects if it ends before. */
export function answer(child) {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error(`${child.spawnargs.slice(2).join(' ')} ended early`))
    child.once('exit', ended)
    child.once('message', (message) => {
      child.off('exit', ended)
      resolve(message)
    })
  })
}
