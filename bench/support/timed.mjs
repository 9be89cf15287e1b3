/** Runs work and prints, as JSON, the time by the clock and the processor time that it took, and the memory at its most. */
export async function timed(work) {
  const start = performance.now()
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  const wallMs = performance.now() - start
  const peakMiB = process.resourceUsage().maxRSS / 1024
  console.log(JSON.stringify({ wallMs, cpuMs: (user + system) / 1000, peakMiB }))
}
