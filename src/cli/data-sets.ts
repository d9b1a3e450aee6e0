import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { builtInDataSets } from '../datasets/built-in.ts'
import type { DataSet } from '../datasets/data-set.ts'
import { loadDataSets } from '../datasets/load.ts'
import { environments } from './environments.ts'

const note = (text: string): void => void process.stderr.write(`note: ${text}\n`)

/** The data that ships with the program. */
const SHIPPED = fileURLToPath(new URL('../../data', import.meta.url))

/**
 * The data sets to serve: those of a folder or of the program, and the built-in ones without files.
 *
 * @throws DataSetError if the folder cannot be read or holds something else
 */
export function servedDataSets(folder: string | undefined): DataSet[] {
  const allEnvironments = environments()
  const directory = folder ?? (existsSync(SHIPPED) ? SHIPPED : undefined)
  const loadedSets =
    directory === undefined ? [] : loadDataSets(directory, { environments: allEnvironments, note })
  const loadedIds = new Set(loadedSets.map(({ environment }) => environment))
  const builtIn = builtInDataSets(allEnvironments).filter(
    ({ environment }) => !loadedIds.has(environment),
  )
  return [...builtIn, ...loadedSets]
}
