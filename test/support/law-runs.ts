/** How many random histories each law is tried on. Fewer make a quick round, as in mutation testing. */
export const lawRuns: number = Number(process.env['SLUICE_LAW_RUNS'] ?? 150)
