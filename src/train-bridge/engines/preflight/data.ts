import { existsSync } from 'node:fs'
import { readRows } from '../../../datasets/rows/read.ts'
import { playsEpisodes, type RunConfig } from '../config.ts'

/** A sentence on what is wrong, and one on what to do. */
export type Trouble = readonly [message: string, remedy: string]

const ROWS_LOOKED_AT = 200

/** The columns that a row must have: one of each list. */
export function columnsOf(config: RunConfig): readonly (readonly string[])[] {
  const { engine, method } = config
  if (method === 'dpo') return [['chosen'], ['rejected']]
  if (method === 'sft') return engine === 'verl' ? [['messages']] : [['messages', 'prompt', 'text']]
  if (engine === 'verl') return [['prompt'], ['data_source'], ['extra_info']]
  return playsEpisodes(config) ? [['prompt'], ['reference']] : [['prompt']]
}

/**
 * What is wrong with a file of rows: it is not there, has no row, lacks a column, or was made from
 * other tasks than the server's.
 *
 * @param checksum of the server's data; null or undefined: not known
 */
export async function dataTrouble(
  config: RunConfig,
  path: string,
  checksum: string | null | undefined,
): Promise<Trouble | undefined> {
  const remedy = 'Write it with "backchannel export"; the file of the run says how.'
  if (!existsSync(path)) return [`there is no file ${path}`, remedy]
  let rows = 0
  try {
    for await (const read of readRows(path)) {
      if (rows++ >= ROWS_LOOKED_AT) break
      if (read.kind === 'bad') return [`${path}, row ${rows}, cannot be read`, remedy]
      const trouble = rowTrouble(config, path, read.row.values, checksum)
      if (trouble !== undefined) return trouble
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const isEmpty = /holds no rows|is empty/.test(why)
    if (isEmpty && config.method === 'dpo') {
      return [
        `${path} has no usable pair`,
        'Lower --min-gap, or play more rollouts of each task before exporting pairs.',
      ]
    }
    return [why, remedy]
  }
  return undefined
}

type Row = Readonly<Record<string, unknown>>

function rowTrouble(
  config: RunConfig,
  path: string,
  row: Row,
  checksum: string | null | undefined,
): Trouble | undefined {
  for (const names of columnsOf(config)) {
    if (names.some((name) => row[name] !== undefined && row[name] !== null)) continue
    return [
      `${path} has no column ${names.join(' or ')}, which ` +
        `${config.method} with ${config.engine} reads`,
      'Export it with the --format that docs/training-data.md names for this trainer.',
    ]
  }
  const reference = referenceIn(row)
  if (reference === undefined || !playsEpisodes(config)) return undefined
  const { id } = config.environment ?? {}
  if (reference.env !== id) {
    return [`${path} is for ${String(reference.env)}, the run for ${id}`, 'Export it with --env.']
  }
  const given = reference.data_checksum
  if (typeof checksum !== 'string' || given === undefined || given === checksum) return undefined
  return [
    `${path} was made from other tasks than the server has ` +
      `(${short(given)}, not ${short(checksum)})`,
    'Export it again with the data that the server serves, or serve those with --data.',
  ]
}

const short = (checksum: unknown): string => String(checksum).slice(0, 12)

function referenceIn(row: Row): Row | undefined {
  const text = row.reference ?? (row.extra_info as Row | undefined)?.env
  try {
    return typeof text === 'string' ? (JSON.parse(text) as Row) : undefined
  } catch {
    return undefined
  }
}
