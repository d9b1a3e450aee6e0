import { signal } from '../errors.ts'
import { ENUM, SYMBOL, TYPES, typeByLetter } from '../values/types.ts'
import {
  ADD,
  BARS,
  COMPARE,
  DIVIDE,
  DIVIDE_WHOLE,
  EXTREME,
  FILL,
  MODULUS,
  MULTIPLY,
  SUBTRACT,
  TYPE_ORDER,
} from './tables/result-types.ts'

/** The result type for each pair of types, at `32 * x + y`; 0 for none. */
export type Promotion = Uint8Array

/** The result type for each type; 0 for none. */
export type Mapping = Uint8Array

const ROW = 32

const typeCode = (letter: string | undefined): number => typeByLetter(letter ?? '.')?.code ?? 0

function promotion(rows: readonly string[]): Promotion {
  const table = new Uint8Array(ROW * ROW)
  TYPES.forEach(({ code }, row) => {
    TYPES.forEach(({ code: other }, column) => {
      table[ROW * code + other] = typeCode(rows[row]?.[column])
    })
  })
  return table
}

/** The types in the order of the rows. */
export const TYPE_LETTERS = TYPE_ORDER
export const ADD_TYPES = promotion(ADD)
export const SUBTRACT_TYPES = promotion(SUBTRACT)
export const MULTIPLY_TYPES = promotion(MULTIPLY)
export const DIVIDE_TYPES = promotion(DIVIDE)
export const DIVIDE_WHOLE_TYPES = promotion(DIVIDE_WHOLE)
export const MODULUS_TYPES = promotion(MODULUS)
export const BAR_TYPES = promotion(BARS)
export const EXTREME_TYPES = promotion(EXTREME)
export const FILL_TYPES = promotion(FILL)
export const COMPARE_TYPES = promotion(COMPARE)

const baseTypeCode = (code: number): number => (code >= ENUM ? SYMBOL : code)

/** The result type for two types; 0 if there is none. */
export const findPromoted = (table: Promotion, x: number, y: number): number =>
  table[ROW * baseTypeCode(x) + baseTypeCode(y)] ?? 0

/**
 * The result type for two types.
 *
 * @throws QError `type` if there is none
 */
export function promoteTypes(table: Promotion, x: number, y: number): number {
  return findPromoted(table, x, y) || signal('type')
}

/** Makes a mapping from a row of letters in the order of the types. */
export function toMapping(letters: string): Mapping {
  const table = new Uint8Array(ROW)
  TYPES.forEach(({ code }, i) => {
    table[code] = typeCode(letters[i])
  })
  return table
}

/**
 * The result type for one type.
 *
 * @throws QError `type` if there is none
 */
export const mapType = (table: Mapping, type: number): number =>
  table[baseTypeCode(type)] || signal('type')
