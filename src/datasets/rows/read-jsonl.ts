import { createReadStream } from 'node:fs'
import { DEPTH_MAX, isWithinDepth } from '../../sim/json.ts'
import { DataSetError } from '../manifest.ts'
import { withoutMark } from '../read-text.ts'
import { RowError, type RowLocation, type RowRead } from './row.ts'

/** A longer line is refused without being held in memory. */
const LINE_BYTES_MAX = 16 * 1024 * 1024
const LINE_FEED = 10

/** A line of a file; `bytes` is null if it was too long. */
interface Line {
  readonly number: number
  readonly bytes: Buffer | null
}

/**
 * Streams the rows of a file of JSON lines. Blank lines, a byte order mark and carriage returns are
 * skipped. A line that is not a JSON object gives an error, and reading continues.
 *
 * @throws DataSetError if the file is one JSON list; the error of the file system
 */
export async function* readJsonl(
  path: string,
  lineBytesMax: number = LINE_BYTES_MAX,
): AsyncGenerator<RowRead> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let first = true
  for await (const { number, bytes } of readLines(path, lineBytesMax)) {
    const location: RowLocation = { file: path, unit: 'line', number }
    if (bytes === null) {
      const problem = `is longer than ${lineBytesMax} bytes`
      yield badRow(location, problem, 'Write one JSON object per line, or leave this one out.')
      continue
    }
    let text: string
    try {
      text = decoder.decode(bytes)
    } catch {
      yield badRow(location, 'is not UTF-8', 'Save the file as UTF-8.')
      continue
    }
    if (number === 1) text = withoutMark(text)
    if (text.trim() === '') continue
    if (first && /^\s*\[/.test(text)) throw wholeList(path)
    first = false
    yield parseRow(location, text)
  }
}

function parseRow(location: RowLocation, text: string): RowRead {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const problem = `is not JSON: ${(error as Error).message.replaceAll(/\s+/g, ' ').slice(0, 200)}`
    return badRow(location, problem, 'Write one whole JSON object per line.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return badRow(location, 'is not a JSON object', 'Write one JSON object per line.')
  }
  if (!isWithinDepth(value, DEPTH_MAX)) {
    return badRow(location, `is nested deeper than ${DEPTH_MAX} levels`, 'Leave it out.')
  }
  return { kind: 'row', row: { ...location, values: value as Record<string, unknown> } }
}

const badRow = (location: RowLocation, problem: string, remedy: string): RowRead => ({
  kind: 'bad',
  error: new RowError(location, null, problem, remedy),
})

const wholeList = (path: string): DataSetError =>
  new DataSetError(
    `${path}: begins with a JSON list, not with JSON lines. ` +
      `Write one object per line, for example with: jq -c '.[]' ${path}`,
  )

async function* readLines(path: string, bytesMax: number): AsyncGenerator<Line> {
  let number = 1
  let pieces: Buffer[] = []
  let length = 0
  const take = (piece: Buffer): void => {
    length += piece.length
    if (length <= bytesMax) pieces.push(piece)
    else pieces = []
  }
  const line = (): Line => {
    const line = { number, bytes: length > bytesMax ? null : Buffer.concat(pieces) }
    number += 1
    pieces = []
    length = 0
    return line
  }
  for await (const chunk of readChunks(path)) {
    let start = 0
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, start)
      if (end === -1) break
      take(chunk.subarray(start, end))
      yield line()
      start = end + 1
    }
    if (start < chunk.length) take(chunk.subarray(start))
  }
  if (length > 0) yield line()
}

/** The bytes of a file. Adds the path to errors that lack it. */
async function* readChunks(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path) as AsyncIterable<Buffer>
  } catch (error) {
    throw Object.assign(error as Error, { path })
  }
}
