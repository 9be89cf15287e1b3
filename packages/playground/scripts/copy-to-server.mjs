// Puts the built page where `sluice serve` looks for it.
import { cpSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const built = fileURLToPath(new URL('../dist', import.meta.url))
const served = fileURLToPath(new URL('../../server/assets/playground', import.meta.url))
rmSync(served, { recursive: true, force: true })
cpSync(built, served, { recursive: true })
