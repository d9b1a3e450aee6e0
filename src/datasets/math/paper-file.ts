import { DataSetError } from '../manifest.ts'
import { readRows } from '../rows/read.ts'
import { parseRow, REPORTED_MAX, RowError } from '../rows/row.ts'
import { type PaperLine, readPaperLine } from './paper-line.ts'

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
  for await (const rowRead of readRows(path)) {
    const line = parseRow(rowRead, readPaperLine)
    if (line instanceof RowError) {
      skipped += 1
      if (complaints.length < REPORTED_MAX) complaints.push(line.message)
    } else lines.push(line)
  }
  if (skipped > 0 && (!skipBad || lines.length === 0)) {
    const remedy =
      lines.length === 0 ? 'Give a log of attempts.' : 'Leave them out with --skip-bad.'
    const list = complaints.map((complaint) => `\n  ${complaint}`).join('')
    const rowCount = skipped + lines.length
    throw new DataSetError(
      `${path}: ${skipped} of ${rowCount} lines cannot be read as attempts. ${remedy}${list}`,
    )
  }
  return { lines, skipped, complaints }
}
