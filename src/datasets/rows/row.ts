import { DataSetError } from '../manifest.ts'

/** One row of a file of rows: a line of JSON lines, a row of a Parquet file, or a whole folder. */
export interface Row {
  readonly file: string
  /** What a row is called in this kind of file. */
  readonly unit: 'line' | 'row' | 'folder'
  /** From 1, blank lines included. */
  readonly number: number
  /** Plain JSON values by column. */
  readonly values: Readonly<Record<string, unknown>>
}

/** Where a row stands, as errors name it. */
export type RowPlace = Pick<Row, 'file' | 'unit' | 'number'>

/** One row that is not what it should be; the rest of its file may be fine. */
export class RowError extends DataSetError {
  readonly file: string
  readonly number: number
  /** The column, or a path within it such as `answer.aliases`; null where it is the whole row. */
  readonly field: string | null
  /** What is wrong, without the place. */
  readonly problem: string
  /** What to do about it, as a sentence. */
  readonly remedy: string

  /**
   * @param field the column at fault, or null
   * @param problem what is wrong, without the place and without a full stop
   */
  constructor(place: RowPlace, field: string | null, problem: string, remedy: string) {
    const { file, unit, number } = place
    const where = `${file}, ${unit} ${number}${field === null ? '' : `, field ${field}`}`
    super(`${where}: ${problem}. ${remedy}`)
    this.file = file
    this.number = number
    this.field = field
    this.problem = problem
    this.remedy = remedy
  }
}

/** What a reader found at one place: a row, or why there is none. */
export type RowRead =
  | { readonly kind: 'row'; readonly row: Row }
  | { readonly kind: 'bad'; readonly error: RowError }
