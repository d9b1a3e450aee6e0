import { basename } from 'node:path'
import { DataSetError } from '../manifest.ts'
import { Fields } from '../rows/fields.ts'
import { readRows } from '../rows/read.ts'
import { type Row, RowError } from '../rows/row.ts'
import type { Reader, Taken } from './kind.ts'
import { sourceHash } from './source-hash.ts'

/** As many bad rows are told one by one; the others are counted. */
const TOLD_MAX = 10
/** A data set is held in memory as a whole while it is written, and while it is served. */
const PROBLEMS_MAX = 1_000_000

/** A file that problems were read from. */
export interface SourceFile {
  /** Its name without folders, which say nothing on another machine. */
  readonly name: string
  readonly sha256: string
}

/** What the files of one data set hold. */
export interface ReadFiles<Problem> {
  readonly problems: readonly Problem[]
  readonly sources: readonly SourceFile[]
  /** Rows that could not be read as problems. */
  readonly bad: number
  /** Why, for the first ten. */
  readonly complaints: readonly string[]
  /** Parts of good rows that could not be taken over. */
  readonly leftOut: number
  /** Which and why, for the first ten. */
  readonly leftOutTold: readonly string[]
}

/**
 * Reads files of a public data set, in the order given.
 *
 * @throws DataSetError if a file is damaged as a whole, or there are too many problems; the error
 *   of the file system if one cannot be opened
 */
export async function readProblems<Problem>(
  reader: Reader<Problem>,
  files: readonly string[],
  seed: number,
): Promise<ReadFiles<Problem>> {
  const problems: Problem[] = []
  const leftOut: string[] = []
  const sources: SourceFile[] = []
  const complaints: string[] = []
  let bad = 0
  const complain = (error: RowError): void => {
    bad += 1
    if (complaints.length < TOLD_MAX) complaints.push(error.message)
  }
  for (const file of files) {
    for await (const read of reader.rows?.(file) ?? readRows(file)) {
      const found = read.kind === 'bad' ? read.error : problemOf(reader, read.row, seed)
      if (found instanceof RowError) complain(found)
      else {
        problems.push(found.problem)
        leftOut.push(...found.leftOut)
      }
      if (problems.length > PROBLEMS_MAX) {
        throw new DataSetError(
          `${file}: with it there are more than ${PROBLEMS_MAX} problems. Split it.`,
        )
      }
    }
    sources.push({ name: basename(file), sha256: await sourceHash(file) })
  }
  const leftOutTold = leftOut.slice(0, TOLD_MAX)
  return { problems, sources, bad, complaints, leftOut: leftOut.length, leftOutTold }
}

function problemOf<Problem>(
  reader: Reader<Problem>,
  row: Row,
  seed: number,
): Taken<Problem> | RowError {
  try {
    const fields = new Fields(row)
    if (fields.has('iteration') && fields.has('full_response')) {
      const remedy = 'Turn such a file into training records with: convert feedback-sft.'
      fields.fail(null, 'is an attempt at a problem, not a problem', remedy)
    }
    return reader.read(fields, seed)
  } catch (error) {
    if (error instanceof RowError) return error
    throw error
  }
}
