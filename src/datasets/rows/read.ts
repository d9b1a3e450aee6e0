import { DataSetError } from '../manifest.ts'
import { fileKind } from './file-kind.ts'
import type { RowRead } from './row.ts'

/**
 * Streams the rows of a JSON lines or Parquet file, in order. Unreadable rows give errors.
 *
 * @throws DataSetError if the file is damaged as a whole, has another format, or has no rows; the
 * error of the file system if it cannot be opened
 */
export async function* readRows(path: string): AsyncGenerator<RowRead> {
  let rows = 0
  for await (const rowRead of await open(path)) {
    rows += 1
    yield rowRead
  }
  if (rows === 0) throw new DataSetError(`${path}: holds no rows. Fetch it again.`)
}

async function open(path: string): Promise<AsyncGenerator<RowRead>> {
  // Loaded on demand, because most commands never read Parquet.
  if ((await fileKind(path)) === 'parquet')
    return (await import('./read-parquet.ts')).readParquet(path)
  return (await import('./read-jsonl.ts')).readJsonl(path)
}
