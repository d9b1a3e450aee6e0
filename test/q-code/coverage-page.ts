import { coverageText } from './coverage/markdown.ts'

/** The page with the table of what of q is covered. */
export const COVERAGE_PAGE = 'test/q-code/coverage.md'

const PART = /(<!-- coverage -->\n)[\s\S]*?(<!-- \/coverage -->)/

/** The text of the page with that part as the interpreter has it now. */
export function withCoverage(page: string): string {
  if (!PART.test(page)) throw new Error(`${COVERAGE_PAGE} has no part between coverage comments`)
  return page.replace(
    PART,
    (_, start: string, end: string) => `${start}\n${coverageText()}\n${end}`,
  )
}
