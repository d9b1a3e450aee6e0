import type { ClosedPayload, SteppedPayload } from '../../env/log.ts'
import type { ToolCall } from '../../env/message.ts'
import type { JsonObject } from '../../sim/json.ts'
import type { LogFileRow } from '../log-file.ts'
import type { Columns } from '../rows/column-type.ts'
import { points, toPoints } from './points.ts'

/** The table of steps and closings, without hidden facts. */
export const STEP_COLUMNS = {
  episode_id: 'text',
  /** Its number in the episode, from 1, as `seq` in the protocol. */
  seq: 'whole',
  /** `stepped`, or `closed` if the episode was ended from outside. */
  kind: 'text',
  at_ms: 'whole',
  /** The agent's content, or its whole raw text; null without a turn. */
  content: 'text',
  tool_calls: 'json',
  /** The answer's messages. */
  messages: 'json',
  /** Public events, or null. */
  events: 'json',
  /** In points, as clients get it. */
  reward: 'number',
  /** The parts of all rewards so far, in points. */
  parts: 'json',
  /** The reason, if the episode ended with this row. */
  end: 'text',
  /** The model weights that wrote the turn, if the trainer stated them. */
  model_version: 'text',
} as const satisfies Columns

/** An episode's log as rows of the table. */
export const stepRows = (rows: readonly LogFileRow[]): JsonObject[] =>
  rows.filter(({ kind }) => kind !== 'opened').map(stepRow)

function stepRow({ episode_id, position, kind, wall_ms, payload }: LogFileRow): JsonObject {
  const answer = JSON.parse(payload) as SteppedPayload | ClosedPayload
  const { content, calls } = answerColumns(answer)
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
    parts: toPoints(answer.parts),
    end: answer.end?.reason ?? null,
    model_version: 'action' in answer ? (answer.model_version ?? null) : null,
  }
}

interface AnswerColumns {
  readonly content: string | null
  readonly calls: readonly ToolCall[] | null
}

function answerColumns(answer: SteppedPayload | ClosedPayload): AnswerColumns {
  if (!('action' in answer)) return { content: null, calls: null }
  const { action } = answer
  if ('text' in action) return { content: action.text, calls: null }
  return { content: action.content ?? null, calls: action.tool_calls ?? null }
}
