import { REPORTS } from './tables/reports.ts'
import { type Pieces, readPieces } from './words.ts'

/** Where a report may begin; never more than two spaces, so that reading stays linear. */
const BEGIN = '(^ {0,2}|[.,:;!?\\n] {0,2}|\\b(?:because|and|so|but) )'

const READERS = REPORTS.map(({ signs, pattern, plain }) => ({
  signs: new Set(signs.split(' ')),
  reader: new RegExp(`${BEGIN}${pattern}`, 'gi'),
  plain: `$1${plain}`,
}))
const ALL_SIGNS = new Set(READERS.flatMap(({ signs }) => [...signs]))

/** The pieces of a text; where it reports the customer's own wish, of plain words for it. */
export function readPlainly(text: string): Pieces {
  const read = readPieces(text)
  const seen = read.pieces.filter((piece) => ALL_SIGNS.has(piece.text))
  if (seen.length === 0) return read
  let plainly = text
  for (const { signs, reader, plain } of READERS) {
    if (seen.some((piece) => signs.has(piece.text))) plainly = plainly.replace(reader, plain)
  }
  return plainly === text ? read : readPieces(plainly)
}
