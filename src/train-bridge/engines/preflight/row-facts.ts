import { playsEpisodes, type RunConfig } from '../config.ts'

/** One sentence on the problem, and one on the remedy. */
export type Trouble = readonly [message: string, remedy: string]

/** Number of rows to check in a file. */
export const ROWS_LOOKED_AT = 200

/** Facts of a row that matter before training: its non-empty columns and its task. */
interface RowFacts {
  readonly columns: readonly string[]
  readonly reference: {
    readonly env?: string | null | undefined
    readonly data_checksum?: string | null | undefined
  } | null
  /** Whether the prompt is the task reference itself, rather than the task's opening. */
  readonly prompt_is_reference: boolean
}

type Row = Readonly<Record<string, unknown>>

/** The facts of a local row. `probe.py` computes the same ones elsewhere. */
export function readFacts(row: Row): RowFacts {
  const presentColumns = Object.entries(row).filter(
    ([, value]) => value !== undefined && value !== null,
  )
  const { prompt } = row
  const question = Array.isArray(prompt) ? (prompt.at(-1) as Row | undefined)?.content : prompt
  return {
    columns: presentColumns.map(([name]) => name),
    reference: parseMapping(row.reference ?? (row.extra_info as Row | null | undefined)?.env),
    prompt_is_reference: 'env' in (parseMapping(question) ?? {}),
  }
}

function parseMapping(text: unknown): Row | null {
  try {
    const parsed: unknown = typeof text === 'string' ? JSON.parse(text) : null
    return typeof parsed === 'object' && !Array.isArray(parsed) ? (parsed as Row | null) : null
  } catch {
    return null
  }
}

/** The required columns of a row: one of each list. */
function requiredColumns(config: RunConfig): readonly (readonly string[])[] {
  const { engine, method } = config
  if (method === 'dpo') return [['chosen'], ['rejected']]
  if (method === 'sft') return engine === 'verl' ? [['messages']] : [['messages', 'prompt', 'text']]
  if (engine === 'verl') return [['prompt'], ['data_source'], ['extra_info']]
  return playsEpisodes(config) ? [['prompt'], ['reference']] : [['prompt']]
}

/**
 * The problem with a row: a missing column, another environment, or tasks other than the server's.
 *
 * @param checksum of the server's data; null or undefined if unknown
 */
export function rowTrouble(
  config: RunConfig,
  path: string,
  facts: RowFacts,
  checksum: string | null | undefined,
): Trouble | undefined {
  for (const names of requiredColumns(config)) {
    if (names.some((name) => facts.columns.includes(name))) continue
    return [
      `${path} has no column ${names.join(' or ')}, which ` +
        `${config.method} with ${config.engine} reads`,
      'Export it with the --format that docs/data.md names for this trainer.',
    ]
  }
  return playsEpisodes(config) ? taskTrouble(config, path, facts, checksum) : undefined
}

function taskTrouble(
  { engine, environment }: RunConfig,
  path: string,
  { reference, prompt_is_reference: isReference }: RowFacts,
  checksum: string | null | undefined,
): Trouble | undefined {
  const { id, play } = environment ?? {}
  if (reference === null) {
    const format = engine === 'verl' ? 'rl' : 'prompts'
    return [`${path} has a row that names no task`, `Export it with --format ${format}.`]
  }
  if (reference.env !== id) {
    return [`${path} is for ${String(reference.env)}, the run for ${id}`, 'Export it with --env.']
  }
  if (engine === 'trl' && isReference !== (play === 'rollout')) {
    return isReference
      ? [`${path} has no openings, which play: tools begins with`, 'Export --prompt opening.']
      : [
          `${path} has openings as prompts, from which play: rollout cannot tell the tasks`,
          'Export it without --prompt opening, or set environment.play to tools.',
        ]
  }
  const recordedChecksum = reference.data_checksum
  if (
    typeof checksum !== 'string' ||
    typeof recordedChecksum !== 'string' ||
    recordedChecksum === checksum
  ) {
    return undefined
  }
  return [
    `${path} was made from other tasks than the server has ` +
      `(${recordedChecksum.slice(0, 12)}, not ${checksum.slice(0, 12)})`,
    'Export it again with the data that the server serves, or serve those with --data.',
  ]
}

/** The problem with a file without rows. */
export const emptyTrouble = ({ method }: RunConfig, path: string): Trouble =>
  method === 'dpo'
    ? [
        `${path} has no usable pair`,
        'Lower --min-gap, or play more rollouts of each task before exporting pairs.',
      ]
    : [`${path} holds no rows`, EXPORT_REMEDY]

export const EXPORT_REMEDY =
  'Write it with "backchannel export"; comments in the run file give the command.'
