import { existsSync } from 'node:fs'
import { readRows } from '../../../datasets/rows/read.ts'
import type { RunConfig } from '../config.ts'
import type { ProbedNode } from './probe.ts'
import {
  EXPORT_REMEDY,
  emptyTrouble,
  ROWS_LOOKED_AT,
  readFacts,
  rowTrouble,
  type Trouble,
} from './row-facts.ts'

/**
 * The problem with a local file of rows: it is missing, unreadable or empty, or a row does not fit
 * the run.
 *
 * @param checksum of the server's data; null or undefined if unknown
 */
export async function dataTrouble(
  config: RunConfig,
  path: string,
  checksum: string | null | undefined,
): Promise<Trouble | undefined> {
  if (!existsSync(path)) return [`there is no file ${path}`, EXPORT_REMEDY]
  let rows = 0
  try {
    for await (const rowRead of readRows(path)) {
      if (rows++ >= ROWS_LOOKED_AT) break
      if (rowRead.kind === 'bad') return [`${path}, row ${rows}, cannot be read`, EXPORT_REMEDY]
      const trouble = rowTrouble(config, path, readFacts(rowRead.row.values), checksum)
      if (trouble !== undefined) return trouble
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (/holds no rows|is empty/.test(reason)) return emptyTrouble(config, path)
    return [reason, EXPORT_REMEDY]
  }
  return undefined
}

/** As `dataTrouble`, for a file on another machine, from what its probe reported. */
export function probedDataTrouble(
  config: RunConfig,
  path: string,
  checksum: string | null | undefined,
  node: ProbedNode,
): Trouble | undefined {
  const file = node.files[path]
  if (file?.exists !== true) {
    const remedy = 'Put it on storage that all nodes see, or set launch.upload_data to true.'
    return [`${path} is not there`, remedy]
  }
  if (file.error !== undefined) return [`${path}: ${file.error}`, EXPORT_REMEDY]
  const { kinds = [] } = file
  if (kinds.length === 0) return emptyTrouble(config, path)
  for (const facts of kinds) {
    const trouble = rowTrouble(config, path, facts, checksum)
    if (trouble !== undefined) return trouble
  }
  return undefined
}
