import { z } from 'zod'
import { THOUGHT_POLICIES } from '../../env/thoughts.ts'
import type { JsonObject } from '../../sim/json.ts'
import type { SegmentReport } from '../evaluation/report.ts'

const share = z.object({
  successes: z.number(),
  trials: z.int(),
  rate: z.number().nullable(),
  low: z.number(),
  high: z.number(),
})

const asked = z.object({
  cell: z.string(),
  env: z.string(),
  /** Of the environment, since another revision is another measurement. */
  revision: z.int(),
  data_checksum: z.string().nullable(),
  settings: z.record(z.string(), z.json()),
  split: z.string(),
  level: z.int(),
  policy: z.string(),
  /** A digest of the policy's weights; null if they are not in files of this machine. */
  weights: z.string().nullable().default(null),
  thinking: z.boolean().nullable(),
  // A row without these was measured with the model's own.
  thoughts: z.enum(THOUGHT_POLICIES).nullable().default(null),
  temperature: z.number().nullable().default(null),
  max_tokens: z.int().nullable().default(null),
  /** Tasks asked for; a level may have fewer. */
  tasks_asked: z.int(),
  rollouts_per_task: z.int(),
  seed: z.int(),
})

const rowSchema = asked.extend({
  format: z.literal(1),
  kind: z.literal('baseline'),
  tasks: z.int(),
  first_try: share,
  clean: share,
  /** Tasks of which all rollouts succeeded, with a bootstrap over tasks. */
  all_of_k: z
    .object({
      k: z.int(),
      mean: z.number().nullable(),
      low: z.number().nullable(),
      high: z.number().nullable(),
    })
    .nullable(),
  /** Tasks that the first try solved, or a second one that was shown one critique. */
  after_critique: share,
  /** As the model's server counted them, over all episodes; null for policies without a model. */
  tokens: z.object({ prompt: z.int(), completion: z.int() }).nullable(),
  episodes: z.int(),
})

/** What identifies a measurement: the same question is not measured again. */
export type Asked = z.infer<typeof asked>

/** One measured row of the baselines table. Shares go from 0 to 1. */
export type BaselineRow = z.infer<typeof rowSchema>

export const rowKey = (row: Asked): string =>
  JSON.stringify(Object.keys(asked.shape).map((name) => row[name as keyof Asked]))

/**
 * The rows of a file of JSON lines.
 *
 * @throws Error with the number of the line that is no row
 */
export const parseBaselineRows = (text: string): BaselineRow[] =>
  text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const parsedRow = rowSchema.safeParse(parseJson(line))
    if (parsedRow.success) return [parsedRow.data]
    throw new Error(`line ${index + 1} is no row of baselines: ${z.prettifyError(parsedRow.error)}`)
  })

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return line
  }
}

interface Counted {
  readonly tokens: BaselineRow['tokens']
  readonly episodes: number
}

/** The row of one level, from the report of its evaluation with one critique. */
export function toRow(question: Asked, segment: SegmentReport, counts: Counted): BaselineRow {
  const { tasks, first_try, clean, all_of_k, with_feedback } = segment
  const allSucceeded = all_of_k.at(-1)
  return {
    ...{ format: 1, kind: 'baseline' },
    ...question,
    ...{ tasks, first_try, clean, all_of_k: allSucceeded ?? null },
    after_critique: with_feedback[0]?.solved_by ?? first_try,
    ...counts,
  }
}

/** Settings as the wire has them. */
export const plainSettings = (settings: JsonObject): Asked['settings'] =>
  settings as Asked['settings']
