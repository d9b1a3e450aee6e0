// Prints "N passed, N failed" for a JSON report of vitest; a file that could not run is a failure.
import { readFileSync } from 'node:fs'

const report = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const brokenFiles = report.testResults.filter(
  ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
).length
console.log(`${report.numPassedTests} passed, ${report.numFailedTests + brokenFiles} failed`)
