// Adds the results of the tests (Vitest's JSON report) and of the checks (their closing line) into one closing line.
// A skipped test, or a report that is missing, is a failure: in CI nothing may go untested in silence.
import { existsSync, readFileSync } from 'node:fs'

const [testsFile, checksFile] = process.argv.slice(2)
let passed = 0
let failed = 0

if (existsSync(testsFile)) {
  const report = JSON.parse(readFileSync(testsFile, 'utf8'))
  passed += report.numPassedTests
  failed += report.numTotalTests - report.numPassedTests
  if (!report.success && failed === 0) failed += 1
} else {
  process.stdout.write(`no test report at ${testsFile}\n`)
  failed += 1
}

const line = /^(\d+) passed, (\d+) failed$/m.exec(
  existsSync(checksFile) ? readFileSync(checksFile, 'utf8') : '',
)
if (line === null) {
  process.stdout.write(`no closing line in ${checksFile}\n`)
  failed += 1
} else {
  passed += Number(line[1])
  failed += Number(line[2])
}

process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
