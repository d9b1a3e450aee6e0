import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { DataSet } from '../datasets/data-set.ts'
import { loadDataSets } from '../datasets/load.ts'
import { mockDataSet } from '../server/builtin-data.ts'

const note = (text: string): void => void process.stderr.write(`note: ${text}\n`)

/** The data that came with the program. */
const SHIPPED = fileURLToPath(new URL('../../data', import.meta.url))

/**
 * The data sets to serve: those of a folder, or those that came with the program, and the built-in
 * one that needs no files.
 *
 * @throws DataSetError if the folder cannot be read or holds something else
 */
export function dataSetsOf(folder: string | undefined): DataSet[] {
  const from = folder ?? (existsSync(SHIPPED) ? SHIPPED : undefined)
  return [mockDataSet(), ...(from === undefined ? [] : loadDataSets(from, note))]
}
