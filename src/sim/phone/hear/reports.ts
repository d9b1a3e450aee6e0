import { REPORTS, SIGNS } from './tables/reports.ts'
import { type Pieces, readPieces } from './words.ts'

/** Where a report may begin; never more than two spaces, so that reading stays linear. */
const BEGIN = '(^ {0,2}|[.,:;!?\\n] {0,2}|\\b(?:because|and|so|but) )'

const READERS = REPORTS.map(
  ([pattern, plain]) => [new RegExp(`${BEGIN}${pattern}`, 'gi'), `$1${plain}`] as const,
)

/** The pieces of a text; where it reports the customer's own wish, of plain words for it. */
export function readPlainly(text: string): Pieces {
  const read = readPieces(text)
  if (!read.pieces.some((piece) => SIGNS.has(piece))) return read
  const plainly = READERS.reduce((said, [reader, plain]) => said.replace(reader, plain), text)
  return plainly === text ? read : readPieces(plainly)
}
