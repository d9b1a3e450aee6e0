import {
  type ClosedPayload,
  groupOf,
  type OpenedPayload,
  type SteppedPayload,
} from '../../env/log.ts'
import { recordedRevision } from '../../env/revision.ts'
import type { JsonObject } from '../../sim/json.ts'
import type { LogFileRow } from '../log-file.ts'
import type { Columns } from '../rows/column-type.ts'
import { points, toPoints } from './points.ts'

/** The table of episodes, without hidden facts. */
export const EPISODE_COLUMNS = {
  episode_id: 'text',
  environment: 'text',
  /** Revision of the environment; 0 if it was not stored. */
  revision: 'whole',
  split: 'text',
  task_id: 'text',
  difficulty: 'whole',
  run: 'text',
  labels: 'json',
  settings: 'json',
  group_id: 'text',
  group_index: 'whole',
  /** `clean` or `guided`; null for forks. */
  condition: 'text',
  attempts_shown: 'whole',
  parent: 'text',
  opened_ms: 'whole',
  /** Time of its last row. */
  updated_ms: 'whole',
  steps: 'whole',
  /** In points, as clients get it. */
  reward: 'number',
  /** In points; their sum is the reward. */
  parts: 'json',
  /** Null while it is open, as are the next two. */
  end: 'text',
  success: 'boolean',
  metrics: 'json',
  messages: 'json',
  /** Public events of the opening, or null. */
  events: 'json',
} as const satisfies Columns

/** An episode's log as a row of the table. */
export function episodeRow(rows: readonly LogFileRow[], split: string): JsonObject {
  const [first, ...others] = rows
  if (first === undefined) throw new Error('an episode has no rows')
  const opened = JSON.parse(first.payload) as OpenedPayload
  const answers = others.map(({ payload }) => JSON.parse(payload) as SteppedPayload | ClosedPayload)
  const last = answers.at(-1)
  const { task } = opened
  const group = groupOf(opened)
  return {
    episode_id: first.episode_id,
    environment: opened.environment,
    revision: recordedRevision(opened),
    split,
    task_id: task.id,
    difficulty: task.difficulty,
    run: group?.run ?? opened.labels.run ?? null,
    labels: opened.labels,
    settings: opened.settings,
    group_id: group?.id ?? null,
    group_index: group?.index ?? null,
    condition: opened.parent === null ? (group?.condition ?? 'clean') : null,
    attempts_shown: opened.attempts_shown.length,
    parent: opened.parent?.episode ?? null,
    opened_ms: first.wall_ms,
    updated_ms: rows.at(-1)?.wall_ms ?? first.wall_ms,
    steps: others.filter(({ kind }) => kind === 'stepped').length,
    reward: points(answers.reduce((sum, { reward }) => sum + reward, 0)),
    parts: toPoints(last?.parts ?? {}),
    end: last?.end?.reason ?? null,
    success: last?.metrics === undefined ? null : last.metrics.success === 1,
    metrics: last?.metrics ?? null,
    messages: opened.messages as unknown as JsonObject[],
    events: opened.events ?? null,
  }
}
