import { canonicalJson, type Json, type JsonObject } from '../../sim/json.ts'
import type { ToolSchema } from '../../tools/tool.ts'
import type { Columns } from '../rows/column-type.ts'
import { type CallForm, MessageWriter, messageColumns, toolsValue } from './call-form.ts'
import type { AgentTurn, TrainingConversation } from './turns.ts'

interface PreferenceOptions {
  readonly form: CallForm
  readonly toolsAsText: boolean
}

/** Why two conversations give no row. */
type NoPair = 'unreadable_turns' | 'same_turns'

/**
 * A row `{prompt, chosen, rejected, tools}` from two conversations with the same opening. The
 * prompt is their shared part, so for a fork it includes the turns before it. The other two begin
 * with the first different turn and end with a turn.
 */
export function preferenceRow(
  chosen: TrainingConversation,
  rejected: TrainingConversation,
  tools: readonly ToolSchema[],
  { form, toolsAsText }: PreferenceOptions,
): JsonObject | NoPair {
  const sharedCount = sharedTurns(chosen.turns, rejected.turns)
  if (sharedCount === Math.min(chosen.turns.length, rejected.turns.length)) return 'same_turns'
  const chosenTurns = writeConversation(chosen, form)
  const rejectedTurns = writeConversation(rejected, form)
  if (chosenTurns === undefined || rejectedTurns === undefined) return 'unreadable_turns'
  const [start = 0] = chosenTurns.turns.slice(sharedCount)
  return {
    prompt: chosenTurns.messages.slice(0, start),
    chosen: chosenTurns.messages.slice(start),
    rejected: rejectedTurns.messages.slice(start),
    ...(tools.length === 0 ? {} : { tools: toolsValue(tools, toolsAsText) }),
  }
}

/** The columns of the rows in a Parquet file, without those about the episodes. */
export function preferenceColumns({ form }: PreferenceOptions): Columns {
  const list = { list: messageColumns(form, false) }
  return { prompt: list, chosen: list, rejected: list, tools: 'text' }
}

/** Number of equal turns, with equal answers, at the start. */
function sharedTurns(left: readonly AgentTurn[], right: readonly AgentTurn[]): number {
  const differ = left.findIndex((turn, index) => turnKey(turn) !== turnKey(right[index]))
  return differ < 0 ? left.length : differ
}

function turnKey(turn: AgentTurn | undefined): string {
  if (turn === undefined) return ''
  const answers = turn.answers.map(({ role, content }) => [role, content])
  return canonicalJson([turn.text, answers] as Json)
}

/** The messages of a conversation up to its last turn, and the indices of its turns. */
function writeConversation({ opening, turns }: TrainingConversation, form: CallForm) {
  const writer = new MessageWriter(form)
  const messages = writer.answers(opening)
  const turnIndices: number[] = []
  for (const turn of turns) {
    const message = writer.turn(turn)
    if (message === undefined) return undefined
    turnIndices.push(messages.length)
    messages.push(message, ...writer.answers(turn.answers))
  }
  return { messages: messages.slice(0, (turnIndices.at(-1) ?? 0) + 1), turns: turnIndices }
}
