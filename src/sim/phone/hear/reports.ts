import { REPORTS } from './tables/reports.ts'

/** Where a report may begin; never more than two spaces, so that reading stays linear. */
const BEGIN = '(^ {0,2}|[.,:;!?\\n] {0,2}|\\b(?:because|and|so|but) )'

const READERS = REPORTS.map(
  ([pattern, plain]) => [new RegExp(`${BEGIN}${pattern}`, 'gi'), `$1${plain}`] as const,
)

/** A text in which the customer's own wish, where it is reported, stands in plain words. */
export const withoutReports = (text: string): string =>
  READERS.reduce((said, [reader, plain]) => said.replace(reader, plain), text)
