import type { ClosedPayload, SteppedPayload } from '../../env/log.ts'
import type { ToolCall } from '../../env/message.ts'
import type { JsonObject } from '../../sim/json.ts'
import type { LogFileRow } from '../log-file.ts'
import type { Columns } from '../rows/column-type.ts'
import { points, pointsOf } from './points.ts'

/** The table of steps and closings; nothing in it is hidden from who plays them. */
export const STEP_COLUMNS = {
  episode_id: 'text',
  /** Its place in the episode: 1 for the first step, as `seq` in the protocol. */
  seq: 'whole',
  /** `stepped`, or `closed` where the episode was ended from outside. */
  kind: 'text',
  at_ms: 'whole',
  /** What the agent wrote, whole where it sent raw text; null where there was no turn. */
  content: 'text',
  tool_calls: 'json',
  /** What came back. */
  messages: 'json',
  /** What they say, for programs; null where there is nothing. */
  events: 'json',
  /** In points, as clients get it. */
  reward: 'number',
  parts: 'json',
  /** Why the episode ended with this row. */
  end: 'text',
  /** Which weights of a model wrote the turn, if its trainer said so. */
  model_version: 'text',
} as const satisfies Columns

/** The steps of an episode as rows of the table, from its log. */
export const stepRows = (rows: readonly LogFileRow[]): JsonObject[] =>
  rows.filter(({ kind }) => kind !== 'opened').map(stepRow)

function stepRow({ episode_id, position, kind, wall_ms, payload }: LogFileRow): JsonObject {
  const answer = JSON.parse(payload) as SteppedPayload | ClosedPayload
  const { content, calls } = saidIn(answer)
  return {
    episode_id,
    seq: position,
    kind,
    at_ms: wall_ms,
    content,
    tool_calls: calls as unknown as JsonObject[] | null,
    messages: answer.messages as unknown as JsonObject[],
    events: answer.events ?? null,
    reward: points(answer.reward),
    parts: pointsOf([answer.parts]),
    end: answer.end?.reason ?? null,
    model_version: 'action' in answer ? (answer.model_version ?? null) : null,
  }
}

interface Said {
  readonly content: string | null
  readonly calls: readonly ToolCall[] | null
}

function saidIn(answer: SteppedPayload | ClosedPayload): Said {
  if (!('action' in answer)) return { content: null, calls: null }
  const { action } = answer
  if ('text' in action) return { content: action.text, calls: null }
  return { content: action.content ?? null, calls: action.tool_calls ?? null }
}
