import type { JsonObject } from '../../sim/json.ts'
import { inferColumns } from './column-type.ts'
import type { RowWriter } from './row-writer.ts'

/**
 * Writes rows as Parquet if the name ends in `.parquet`, otherwise as JSON lines. The file is
 * written atomically; the same rows give the same bytes.
 *
 * @throws DataSetError if there are no rows for a Parquet file; the error of the file system
 */
export async function writeRows(path: string, rows: readonly JsonObject[]): Promise<void> {
  const writer = await openRows(path, rows)
  try {
    for (const row of rows) await writer.write(row)
    await writer.close()
  } catch (error) {
    await writer.abandon()
    throw error
  }
}

async function openRows(path: string, rows: readonly JsonObject[]): Promise<RowWriter> {
  if (!path.toLowerCase().endsWith('.parquet')) {
    return (await import('./write-jsonl.ts')).openJsonl(path)
  }
  return (await import('./write-parquet.ts')).openParquet(path, inferColumns(rows))
}
