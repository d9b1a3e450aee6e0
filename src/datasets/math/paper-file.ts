import { DataSetError } from '../manifest.ts'
import { readRows } from '../rows/read.ts'
import { RowError, type RowRead } from '../rows/row.ts'
import { type PaperLine, readPaperLine } from './paper-line.ts'

const REPORTED_MAX = 10

/** The attempts of a file. */
interface PaperFile {
  readonly lines: readonly PaperLine[]
  /** Number of skipped bad lines, and the reasons for the first ten. */
  readonly skipped: number
  readonly complaints: readonly string[]
}

/**
 * Reads a log of attempts, JSON lines or Parquet.
 *
 * @param skipBad whether bad lines are skipped rather than refused
 * @throws DataSetError naming the first bad lines; the error of the file system
 */
export async function readPaperFile(path: string, skipBad: boolean): Promise<PaperFile> {
  const lines: PaperLine[] = []
  const complaints: string[] = []
  let skipped = 0
  for await (const read of readRows(path)) {
    const found = lineOf(read)
    if (found instanceof RowError) {
      skipped += 1
      if (complaints.length < REPORTED_MAX) complaints.push(found.message)
    } else lines.push(found)
  }
  if (skipped > 0 && (!skipBad || lines.length === 0)) {
    const remedy =
      lines.length === 0 ? 'Give a log of attempts.' : 'Leave them out with --skip-bad.'
    const list = complaints.map((complaint) => `\n  ${complaint}`).join('')
    const all = skipped + lines.length
    throw new DataSetError(
      `${path}: ${skipped} of ${all} lines cannot be read as attempts. ${remedy}${list}`,
    )
  }
  return { lines, skipped, complaints }
}

function lineOf(read: RowRead): PaperLine | RowError {
  if (read.kind === 'bad') return read.error
  try {
    return readPaperLine(read.row)
  } catch (error) {
    if (error instanceof RowError) return error
    throw error
  }
}
