import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { DataSetError } from '../manifest.ts'
import { Fields } from '../rows/fields.ts'
import { readRows } from '../rows/read.ts'
import { type Row, RowError } from '../rows/row.ts'
import type { ProblemReader, ReadProblem } from './problem-reader.ts'

/** As many bad rows are told one by one; the others are counted. */
const BAD_TOLD_MAX = 10
/** A data set is held in memory as a whole while it is written, and while it is served. */
const PROBLEMS_MAX = 1_000_000

/** A file that problems were read from. */
export interface SourceFile {
  /** Its name without folders, which say nothing on another machine. */
  readonly name: string
  readonly sha256: string
}

/** What the files of one data set hold. */
export interface ReadFiles {
  readonly problems: readonly ReadProblem[]
  readonly sources: readonly SourceFile[]
  /** Rows that could not be read as problems. */
  readonly bad: number
  /** Why, for the first ten. */
  readonly complaints: readonly string[]
}

/**
 * Reads files of a public data set, in the order given.
 *
 * @throws DataSetError if a file is damaged as a whole, or there are too many problems; the error
 *   of the file system if one cannot be opened
 */
export async function readProblems(
  reader: ProblemReader,
  files: readonly string[],
  seed: number,
): Promise<ReadFiles> {
  const problems: ReadProblem[] = []
  const sources: SourceFile[] = []
  const complaints: string[] = []
  let bad = 0
  const complain = (error: RowError): void => {
    bad += 1
    if (complaints.length < BAD_TOLD_MAX) complaints.push(error.message)
  }
  for (const file of files) {
    for await (const read of readRows(file)) {
      const found = read.kind === 'bad' ? read.error : problemOf(reader, read.row, seed)
      if (found instanceof RowError) complain(found)
      else problems.push(found)
      if (problems.length > PROBLEMS_MAX) {
        throw new DataSetError(
          `${file}: with it there are more than ${PROBLEMS_MAX} problems. Split it.`,
        )
      }
    }
    sources.push({ name: basename(file), sha256: await fileHash(file) })
  }
  return { problems, sources, bad, complaints }
}

function problemOf(reader: ProblemReader, row: Row, seed: number): ReadProblem | RowError {
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

async function fileHash(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
