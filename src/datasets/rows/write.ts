import type { JsonObject } from '../../sim/json.ts'
import { type Columns, inferColumns } from './column-type.ts'
import type { RowWriter } from './row-writer.ts'

/**
 * Writes rows as Parquet if the name ends in `.parquet`, otherwise as JSON lines. The file is
 * written atomically; the same rows give the same bytes.
 *
 * @throws DataSetError if there are no rows for a Parquet file; the error of the file system
 */
export async function writeRows(path: string, rows: readonly JsonObject[]): Promise<void> {
  const writer = await openRows(path, () => inferColumns(rows))
  try {
    for (const row of rows) await writer.write(row)
    await writer.close()
  } catch (error) {
    await writer.abandon()
    throw error
  }
}

/** Whether a file is written as Parquet, by its name. */
export const isParquet = (path: string): boolean => path.toLowerCase().endsWith('.parquet')

/** Opens a file for rows. JSON lines contain what the rows have; Parquet needs columns. */
export async function openRows(path: string, columns: () => Columns): Promise<RowWriter> {
  if (!isParquet(path)) return (await import('./write-jsonl.ts')).openJsonl(path)
  return (await import('./write-parquet.ts')).openParquet(path, columns())
}
