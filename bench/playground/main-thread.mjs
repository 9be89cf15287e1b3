/**
 * The processor time of a page's main thread, for scripts, layout and painting, which other work on the machine leaves
 * alone. Begins to watch; `stop` gives the sum and the longest task, in ms.
 */
export async function watchMainThread(page) {
  const devtools = await page.context().browser().newBrowserCDPSession()
  const events = []
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...value))
  const traceConfig = { includedCategories: ['toplevel', '__metadata'] }
  await devtools.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig })
  const stop = async () => {
    const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
    await devtools.send('Tracing.end')
    await complete
    await devtools.detach()
    const tasks = tasksOfMainThread(events)
    return { sumMs: tasks.reduce((sum, ms) => sum + ms, 0), longestMs: Math.max(0, ...tasks) }
  }
  return stop
}

/** The only page of this browser has the only such thread, but for a spare one that does nothing. */
function tasksOfMainThread(events) {
  const named = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  const threads = new Set(named.map(threadOf))
  return events
    .filter((event) => event.name === 'ThreadControllerImpl::RunTask' && threads.has(threadOf(event)))
    .map(({ tdur = 0 }) => tdur / 1000)
}

function threadOf({ pid, tid }) {
  return `${pid} ${tid}`
}
