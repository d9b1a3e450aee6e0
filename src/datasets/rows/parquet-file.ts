import { type FileHandle, open } from 'node:fs/promises'
import { type AsyncBuffer, type FileMetaData, parquetSchema, type SchemaTree } from 'hyparquet'

/** A Parquet file for the library. Close it after use. */
interface ParquetFile extends AsyncBuffer {
  close(): Promise<void>
}

/** Opens a file for the Parquet library. Throws the error of the file system. */
export async function openParquetFile(path: string): Promise<ParquetFile> {
  const handle = await open(path, 'r')
  const { size } = await handle.stat()
  return {
    byteLength: size,
    slice(start, end = size) {
      const bytes = readBytes(handle, size, start, end)
      // The library abandons some of its reads. Their failures must not end the process.
      bytes.catch(() => {})
      return bytes
    },
    close: () => handle.close(),
  }
}

/** Never throws synchronously, because the library would leave its other reads unobserved. */
async function readBytes(
  handle: FileHandle,
  size: number,
  start: number,
  end: number,
): Promise<ArrayBuffer> {
  if (!(start >= 0 && start <= end && end <= size)) {
    throw new Error(`it points to bytes ${start} to ${end} of ${size}`)
  }
  const bytes = new Uint8Array(end - start)
  let readCount = 0
  while (readCount < bytes.length) {
    const { bytesRead } = await handle.read(
      bytes,
      readCount,
      bytes.length - readCount,
      start + readCount,
    )
    if (bytesRead === 0) throw new Error('it became shorter while it was read')
    readCount += bytesRead
  }
  return bytes.buffer
}

/**
 * Checks that each row group holds the columns of the schema once. Otherwise the library would
 * start other reads and leave their failures unobserved. Throws if the check fails.
 */
export function checkColumns(metadata: FileMetaData): void {
  const leaves = listLeaves(parquetSchema(metadata)).sort().join('\n')
  for (const [index, group] of metadata.row_groups.entries()) {
    const paths = group.columns.map(({ meta_data }) => meta_data?.path_in_schema.join('.') ?? '')
    if (paths.sort().join('\n') !== leaves) {
      throw new Error(`row group ${index + 1} does not have the columns of the schema`)
    }
  }
}

const listLeaves = ({ children, path }: SchemaTree): string[] =>
  children.length === 0 ? [path.join('.')] : children.flatMap(listLeaves)
