/** Signs of a transposed vector or matrix. */
const TRANSPOSED =
  /^(.*\S)\s*\^\s*\{?\s*(?:T|\\top|\\intercal|\\(?:mathsf|mathrm|text)\s*\{?\s*T\s*\}?)\s*\}?$/s
const MATRIX =
  /^\\(?:left[([])?\s*(?:\\)?begin\{([pb]?matrix)\}([\s\S]*)\\end\{\1\}(?:\\right[)\]])?$/
const LISTED = /^(?:\\left)?[([]([^()[\]{}]*,[^()[\]{}]*?)(?:\\right)?[)\]]$/

/** Carries out a transposition: `(1,2)^T` is a column. */
export function withoutTransposition(source: string): string {
  if (!/\^\s*\{?\s*(?:T|\\)/.test(source)) return source
  const [, base = ''] = TRANSPOSED.exec(source) ?? []
  const [, coordinates] = LISTED.exec(base) ?? []
  if (coordinates !== undefined) return inPmatrix(coordinates.split(',').map((cell) => [cell]))
  const [, , cells] = MATRIX.exec(base) ?? []
  if (cells === undefined || cells.includes('\\begin')) return source
  const rows = cells
    .split('\\\\')
    .filter((row) => row.trim() !== '')
    .map((row) => row.split('&'))
  const first = rows[0] ?? []
  if (rows.some((row) => row.length !== first.length)) return source
  return inPmatrix(first.map((_, column) => rows.map((row) => row[column] ?? '')))
}

const inPmatrix = (rows: readonly (readonly string[])[]): string =>
  `\\begin{pmatrix}${rows.map((row) => row.join('&')).join('\\\\')}\\end{pmatrix}`

const GROUP = String.raw`\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}`
const CANCELLED = new RegExp(String.raw`\\[bx]?cancel\s*${GROUP}`, 'g')
const CANCELLED_TO = new RegExp(String.raw`\\cancelto\s*(${GROUP})\s*${GROUP}`, 'g')

const COLOURED = new RegExp(String.raw`\\textcolor\s*\{\s*(?!white)\w+\s*\}\s*(${GROUP})`, 'g')

/** Removes colours, except white: hidden text stays unparsed. */
export const withoutColour = (source: string): string =>
  source.includes('textcolor') ? source.replace(COLOURED, '$1') : source

/** Removes struck text and keeps its replacement. */
export function withoutCancelled(source: string): string {
  if (!source.includes('cancel')) return source
  return source.replace(CANCELLED_TO, '$1').replace(CANCELLED, ' ').trim()
}
