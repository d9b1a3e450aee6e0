import { DataSetError } from '../manifest.ts'

/** One row of a file of rows: a line of JSON lines, a row of a Parquet file, or a whole folder. */
export interface FileRow {
  readonly file: string
  /** What a row is called in this kind of file. */
  readonly unit: 'line' | 'row' | 'folder'
  /** From 1, blank lines included. */
  readonly number: number
  /** Plain JSON values by column. */
  readonly values: Readonly<Record<string, unknown>>
}

/** The location of a row in error messages. */
export type RowLocation = Pick<FileRow, 'file' | 'unit' | 'number'>

/** One row is invalid; the rest of its file may be fine. */
export class RowError extends DataSetError {
  readonly file: string
  readonly number: number
  /** The column, or a path within it such as `answer.aliases`; null for the whole row. */
  readonly field: string | null
  /** The problem, without the location. */
  readonly problem: string
  /** What to do about it, as a sentence. */
  readonly remedy: string

  /**
   * @param field the bad column, or null
   * @param problem the problem, without location and full stop
   */
  constructor(location: RowLocation, field: string | null, problem: string, remedy: string) {
    const { file, unit, number } = location
    const place = `${file}, ${unit} ${number}${field === null ? '' : `, field ${field}`}`
    super(`${place}: ${problem}. ${remedy}`)
    this.file = file
    this.number = number
    this.field = field
    this.problem = problem
    this.remedy = remedy
  }
}

/** Parses a row. Returns the error if the row is unreadable, or if `parse` throws one. */
export function parseRow<Value>(
  rowRead: RowRead,
  parse: (row: FileRow) => Value,
): Value | RowError {
  if (rowRead.kind === 'bad') return rowRead.error
  try {
    return parse(rowRead.row)
  } catch (error) {
    if (error instanceof RowError) return error
    throw error
  }
}

/** Bad rows of a file to report one by one. The others are only counted. */
export const REPORTED_MAX = 10

/** A row, or the error in its place. */
export type RowRead =
  | { readonly kind: 'row'; readonly row: FileRow }
  | { readonly kind: 'bad'; readonly error: RowError }
