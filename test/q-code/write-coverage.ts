import { readFileSync, writeFileSync } from 'node:fs'
import { COVERAGE_PAGE, withCoverage } from './coverage-page.ts'

writeFileSync(COVERAGE_PAGE, withCoverage(readFileSync(COVERAGE_PAGE, 'utf8')))
