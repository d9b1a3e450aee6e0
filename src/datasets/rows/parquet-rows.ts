import {
  type AsyncBuffer,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
} from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { DEPTH_MAX, isWithinDepth } from '../../sim/json.ts'
import { DataSetError } from '../manifest.ts'
import { checkColumns, openParquetFile } from './parquet-file.ts'
import { RowError, type RowLocation, type RowRead } from './row.ts'

/** A row group is read as a whole, so its size determines the memory. */
const GROUP_BYTES_MAX = 1024 ** 3
const GROUP_ROWS_MAX = 2_000_000

/**
 * The rows of a Parquet file, with one row group in memory at a time, read in this thread. Integers
 * beyond 2^53 become digits as text, times become ISO 8601, and bytes become base64. A crafted file
 * can occupy the library for ever, so use `readParquet` for untrusted files.
 *
 * @throws DataSetError if it is damaged or its row groups are too large
 */
export async function* parquetRows(path: string): AsyncGenerator<RowRead> {
  const file = await openParquetFile(path)
  try {
    yield* readFileRows(path, file)
  } finally {
    await file.close()
  }
}

async function* readFileRows(path: string, file: AsyncBuffer): AsyncGenerator<RowRead> {
  const metadata = await attempt(path, () => checkedMetadata(file))
  let start = 0
  for (const group of metadata.row_groups) {
    const count = Number(group.num_rows)
    if (!(count >= 0 && count <= GROUP_ROWS_MAX && group.total_byte_size <= GROUP_BYTES_MAX)) {
      throw new DataSetError(
        `${path}: has a row group of ${count} rows and ${group.total_byte_size} bytes; at most ` +
          `${GROUP_ROWS_MAX} rows and ${GROUP_BYTES_MAX} bytes are read at once. ` +
          'Write it again with smaller row groups.',
      )
    }
    const rows = await attempt(path, () => readGroup(file, metadata, start, start + count))
    if (rows.length !== count) {
      throw damaged(path, `a row group of ${count} rows gave ${rows.length}`)
    }
    for (const [index, values] of rows.entries()) {
      yield plainRow({ file: path, unit: 'row', number: start + index + 1 }, values)
    }
    start += count
  }
}

async function checkedMetadata(file: AsyncBuffer): Promise<FileMetaData> {
  const metadata = await parquetMetadataAsync(file)
  checkColumns(metadata)
  return metadata
}

const readGroup = (file: AsyncBuffer, metadata: FileMetaData, rowStart: number, rowEnd: number) =>
  parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd })

function plainRow(location: RowLocation, values: Record<string, unknown>): RowRead {
  if (!isWithinDepth(values, DEPTH_MAX)) {
    const problem = `is nested deeper than ${DEPTH_MAX} levels`
    return { kind: 'bad', error: new RowError(location, null, problem, 'Leave it out.') }
  }
  const plainValues = plainValue(values) as Record<string, unknown>
  return { kind: 'row', row: { ...location, values: plainValues } }
}

/** Converts a value of the Parquet library to plain JSON. */
function plainValue(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : String(value)
  }
  if (value === undefined) return null
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(plainValue)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (ArrayBuffer.isView(value))
    return Array.from(value as unknown as Iterable<unknown>, plainValue)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plainValue(inner)]))
}

async function attempt<Value>(path: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code?.startsWith('E') && !code.startsWith('ERR_')) throw error
    throw damaged(path, message, error)
  }
}

const damaged = (path: string, reason: string, cause?: unknown): DataSetError =>
  new DataSetError(
    `${path}: is not a whole Parquet file: ${reason}. Fetch it again, or write it again.`,
    { cause },
  )
