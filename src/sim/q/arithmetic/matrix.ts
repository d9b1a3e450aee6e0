import { signal } from '../errors.ts'
import { flipValue } from '../tables/flip.ts'
import { float, floats, list } from '../values/build.ts'
import { pollNow, reserve, spendProduct } from '../values/meter.ts'
import { FLOAT, REAL } from '../values/types.ts'
import type { Value } from '../values/value.ts'

type Matrix = readonly Float64Array[]

function toRow(x: Value): Float64Array {
  if (x.kind !== 'vector' || (x.type !== FLOAT && x.type !== REAL)) return signal('type')
  return x.data as Float64Array
}

/** The rows of a matrix of floats, all equally long. */
function toMatrix(x: Value): Matrix {
  if (x.kind !== 'list') return signal('type')
  const rows = x.items.map(toRow)
  const width = rows[0]?.length ?? 0
  return rows.some((row) => row.length !== width) ? signal('length') : rows
}

const matrix = (rows: Matrix): Value => list(rows.map((row) => floats(row)))

/** Whether a value is a vector or a matrix of floats, which `$` multiplies. */
export const isMatrix = (x: Value): boolean =>
  x.kind === 'vector' ? x.type === FLOAT : x.kind === 'list' && x.items.every(isFloats)

const isFloats = (x: Value): boolean => x.kind === 'vector' && x.type === FLOAT

function dot(x: Float64Array, y: Float64Array): number {
  if (x.length !== y.length) return signal('length')
  let total = 0
  for (let i = 0; i < x.length; i++) total += (x[i] as number) * (y[i] as number)
  return total
}

/** A row times a matrix: the weighted sum of its rows. */
function rowTimes(x: Float64Array, y: Matrix): Float64Array {
  if (x.length !== y.length) return signal('length')
  pollNow()
  const result = new Float64Array(reserve(y[0]?.length ?? 0))
  for (let k = 0; k < x.length; k++) {
    const row = y[k] as Float64Array
    const weight = x[k] as number
    for (let j = 0; j < result.length; j++) {
      result[j] = (result[j] as number) + weight * (row[j] as number)
    }
  }
  return result
}

/** `x mmu y`: the product of two matrices, of a matrix and a vector, or of two vectors. */
export function matrixProduct(x: Value, y: Value): Value {
  if (x.kind === 'vector' && y.kind === 'vector') return float(dot(toRow(x), toRow(y)))
  if (x.kind === 'vector') return floats(rowTimes(toRow(x), toMatrix(y)))
  const rows = toMatrix(x)
  if (y.kind === 'vector') {
    const column = toRow(y)
    return floats(rows.map((row) => dot(row, column)))
  }
  const right = toMatrix(y)
  spendProduct(rows.length, right.length, right[0]?.length ?? 0)
  return matrix(rows.map((row) => rowTimes(row, right)))
}

/**
 * `inv x`.
 *
 * @throws QError `length` if it is not square
 */
export function inverse(x: Value): Value {
  const rows = toMatrix(x)
  const size = rows.length
  if (rows[0]?.length !== size) return signal('length')
  spendProduct(size, size, size)
  const unit = rows.map((_, i) => Float64Array.from(rows, (_row, j) => (i === j ? 1 : 0)))
  return matrix(solve(rows, unit))
}

/**
 * Solves `left * result = right` by elimination with pivoting; gives nulls if there is no solution.
 */
function solve(left: Matrix, right: Matrix): Matrix {
  const work = left.map((row) => row.slice())
  const result = right.map((row) => row.slice())
  const size = work.length
  for (let column = 0; column < size; column++) {
    pollNow()
    const pivot = pivotRow(work, column)
    swap(work, pivot, column)
    swap(result, pivot, column)
    const head = work[column] as Float64Array
    if (head[column] === 0) return right.map((row) => row.map(() => Number.NaN))
    for (let i = column + 1; i < size; i++) {
      const row = work[i] as Float64Array
      const factor = (row[column] as number) / (head[column] as number)
      subtractRow(row, head, factor)
      subtractRow(result[i] as Float64Array, result[column] as Float64Array, factor)
    }
  }
  for (let column = size - 1; column >= 0; column--) {
    pollNow()
    const row = result[column] as Float64Array
    const divisor = (work[column] as Float64Array)[column] as number
    for (let j = 0; j < row.length; j++) row[j] = (row[j] as number) / divisor
    for (let i = 0; i < column; i++) {
      const factor = (work[i] as Float64Array)[column] as number
      subtractRow(result[i] as Float64Array, row, factor)
    }
  }
  return result
}

function pivotRow(work: Matrix, column: number): number {
  let pivotRow = column
  const size = (i: number): number => Math.abs((work[i] as Float64Array)[column] as number)
  for (let i = column + 1; i < work.length; i++) if (size(i) > size(pivotRow)) pivotRow = i
  return pivotRow
}

function swap(rows: Float64Array[], i: number, j: number): void {
  const row = rows[i] as Float64Array
  rows[i] = rows[j] as Float64Array
  rows[j] = row
}

function subtractRow(target: Float64Array, row: Float64Array, factor: number): void {
  for (let j = 0; j < target.length; j++) {
    target[j] = (target[j] as number) - factor * (row[j] as number)
  }
}

/** `x lsq y`: the w for which `w mmu y` is closest to x. */
export function leastSquares(x: Value, y: Value): Value {
  if (x.kind === 'vector') {
    const solution = leastSquares(list([x]), y)
    return solution.kind === 'list' ? (solution.items[0] as Value) : solution
  }
  const transposed = flipValue(y)
  const square = matrixProduct(y, transposed)
  return matrixProduct(matrixProduct(x, transposed), inverse(square))
}
