import { bytesToText } from '../values/access.ts'
import { isNullScalar } from '../values/nulls.ts'
import { BOOLEAN, BYTE, CHAR, isSymbolic } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { oneLine } from './one-line.ts'
import { scalarText } from './scalars.ts'

/** The text of a cell of a table or a matrix: plain symbols, strings and numbers, empty nulls. */
export function cellText(value: Value, precision: number): string {
  if (value.kind === 'vector' && value.type === CHAR) return oneLine(value, precision)
  if (value.kind !== 'atom') return oneLine(value, precision)
  const { type, value: scalar } = value
  if (isSymbolic(type)) return String(scalar)
  if (type === CHAR) return bytesToText(Uint8Array.of(scalar as number))
  if (type !== BOOLEAN && type !== BYTE && isNullScalar(type, scalar)) return ''
  return scalarText(type, scalar, precision)
}

/** Aligns columns of texts, each as wide as its longest text, with one space between them. */
export function alignColumns(columns: readonly (readonly string[])[]): string[] {
  const widths = columns.map((column) => Math.max(0, ...column.map((text) => text.length)))
  const height = Math.max(0, ...columns.map((column) => column.length))
  return Array.from({ length: height }, (_, row) =>
    columns.map((column, i) => (column[row] ?? '').padEnd(widths[i] as number)).join(' '),
  )
}
