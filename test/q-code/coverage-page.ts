import { coverageText } from './coverage/markdown.ts'

/** The page with the coverage of q. */
export const COVERAGE_PAGE = 'test/q-code/coverage.md'

const PART = /(<!-- coverage -->\n)[\s\S]*?(<!-- \/coverage -->)/

/** The page's text with the current coverage. */
export function withCoverage(page: string): string {
  if (!PART.test(page)) throw new Error(`${COVERAGE_PAGE} has no part between coverage comments`)
  return page.replace(
    PART,
    (_, start: string, end: string) => `${start}\n${coverageText()}\n${end}`,
  )
}
