import { basename } from 'node:path'
import { fileHash } from '../file-hash.ts'
import { DataSetError } from '../manifest.ts'
import { Fields } from '../rows/fields.ts'
import { readRows } from '../rows/read.ts'
import { type FileRow, parseRow, REPORTED_MAX, RowError } from '../rows/row.ts'
import type { DatasetReader, Taken } from './kind.ts'

/** Maximum problems, because a data set is held in memory while it is written or served. */
const PROBLEMS_MAX = 1_000_000

/** A source file of problems. */
export interface SourceFile {
  /** Its name without folders, which mean nothing on another machine. */
  readonly name: string
  readonly sha256: string
}

/** The contents of one data set's files. */
export interface ReadFiles<Problem> {
  readonly problems: readonly Problem[]
  readonly sources: readonly SourceFile[]
  /** Number of rows that are not readable as problems. */
  readonly bad: number
  /** The reasons, for the first ten. */
  readonly complaints: readonly string[]
  /** Number of parts of good rows that could not be used. */
  readonly leftOut: number
  /** The first ten of them, with reasons. */
  readonly leftOutTold: readonly string[]
}

/**
 * Reads files of a public data set, in the given order.
 *
 * @throws DataSetError if a file is damaged as a whole, or there are too many problems; the error
 * of the file system if one cannot be opened
 */
export async function readProblems<Problem>(
  reader: DatasetReader<Problem>,
  files: readonly string[],
  seed: number,
): Promise<ReadFiles<Problem>> {
  const problems: Problem[] = []
  const leftOut: string[] = []
  const sources: SourceFile[] = []
  const complaints: string[] = []
  let badCount = 0
  const complain = (error: RowError): void => {
    badCount += 1
    if (complaints.length < REPORTED_MAX) complaints.push(error.message)
  }
  for (const file of files) {
    for await (const rowRead of reader.rows?.(file) ?? readRows(file)) {
      const result = parseRow(rowRead, (row) => parseProblem(reader, row, seed))
      if (result instanceof RowError) complain(result)
      else {
        problems.push(result.problem)
        leftOut.push(...result.leftOut)
      }
      if (problems.length > PROBLEMS_MAX) {
        throw new DataSetError(
          `${file}: with it there are more than ${PROBLEMS_MAX} problems. Split it.`,
        )
      }
    }
    sources.push({ name: basename(file), sha256: await fileHash(file) })
  }
  const leftOutTold = leftOut.slice(0, REPORTED_MAX)
  return { problems, sources, bad: badCount, complaints, leftOut: leftOut.length, leftOutTold }
}

function parseProblem<Problem>(
  reader: DatasetReader<Problem>,
  row: FileRow,
  seed: number,
): Taken<Problem> {
  const fields = new Fields(row)
  if (fields.has('iteration') && fields.has('full_response')) {
    const remedy = 'Turn such a file into training records with: convert feedback-sft.'
    fields.fail(null, 'is an attempt at a problem, not a problem', remedy)
  }
  return reader.read(fields, seed)
}
