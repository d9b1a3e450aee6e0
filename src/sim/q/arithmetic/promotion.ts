import { signal } from '../errors.ts'
import { ENUM, SYMBOL, TYPES, typeByLetter } from '../values/types.ts'
import { ADD, COMPARE, EXTREME, LETTERS, MULTIPLY, SUBTRACT } from './tables/result-types.ts'

/** For each pair of types, at `32 * x + y`, the type of the result; 0 for none. */
export type Promotion = Uint8Array

const ROW = 32

function promotion(rows: readonly string[]): Promotion {
  const table = new Uint8Array(ROW * ROW)
  TYPES.forEach(({ code }, row) => {
    TYPES.forEach(({ code: other }, column) => {
      const letter = rows[row]?.[column] ?? '.'
      table[ROW * code + other] = typeByLetter(letter)?.code ?? 0
    })
  })
  return table
}

/** The order of the rows is that of the types. */
export const TYPE_LETTERS = LETTERS
export const ADD_TYPES = promotion(ADD)
export const SUBTRACT_TYPES = promotion(SUBTRACT)
export const MULTIPLY_TYPES = promotion(MULTIPLY)
export const EXTREME_TYPES = promotion(EXTREME)
export const COMPARE_TYPES = promotion(COMPARE)

/** The type of the result for two types. @throws QError `type` when there is none */
export function promoted(table: Promotion, x: number, y: number): number {
  const type = table[ROW * (x >= ENUM ? SYMBOL : x) + (y >= ENUM ? SYMBOL : y)]
  return type === undefined || type === 0 ? signal('type') : type
}
