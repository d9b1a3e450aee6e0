import { afterThoughts, hidesThoughts, type ThoughtPolicy } from '../../env/thoughts.ts'
import type { JsonObject } from '../../sim/json.ts'
import type { ToolSchema } from '../../tools/tool.ts'
import type { Columns } from '../rows/column-type.ts'
import { type CallForm, MessageWriter, messageColumns, toolsValue } from './call-form.ts'
import type { TrainingConversation } from './turns.ts'

/** One row per conversation, or one per trained turn with its history as the prompt. */
export const ROW_UNITS = ['conversation', 'turn'] as const
export type RowUnit = (typeof ROW_UNITS)[number]

interface SftOptions {
  readonly form: CallForm
  readonly unit: RowUnit
  /** Keep failed turns as context that is not trained. */
  readonly maskFailed: boolean
  /** Which thoughts of earlier turns a turn's prompt contains. */
  readonly thoughts: ThoughtPolicy
  /** Tools as JSON text, for files whose columns cannot hold their schemas. */
  readonly toolsAsText: boolean
}

/** Why a conversation gives no rows. */
type SkipReason = 'unreadable_turns' | 'nothing_to_train'

/**
 * The rows of a conversation: `{messages, tools}`, or `{prompt, completion, tools}` per turn.
 * Messages after the last trained turn are left out. If failed turns are masked, messages of a
 * whole conversation have `train`, which is true for turns to learn.
 */
export function sftRows(
  { opening, turns }: TrainingConversation,
  tools: readonly ToolSchema[],
  { form, unit, maskFailed, thoughts, toolsAsText }: SftOptions,
): readonly JsonObject[] | SkipReason {
  const writer = new MessageWriter(form)
  const messages = writer.answers(opening)
  const trained: number[] = []
  for (const turn of turns) {
    const turnMessage = writer.turn(turn)
    if (turnMessage === undefined) return 'unreadable_turns'
    if (!(maskFailed && turn.failed)) trained.push(messages.length)
    messages.push(turnMessage, ...writer.answers(turn.answers))
  }
  const last = trained.at(-1)
  if (last === undefined) return 'nothing_to_train'
  const toolsMember = tools.length === 0 ? {} : { tools: toolsValue(tools, toolsAsText) }
  if (unit === 'turn') {
    return trained.map((index) => ({
      prompt: withoutHiddenThoughts(messages.slice(0, index), thoughts),
      completion: messages.slice(index, index + 1),
      ...toolsMember,
    }))
  }
  const keptMessages = messages.slice(0, last + 1)
  const maskedMessages = maskFailed
    ? keptMessages.map((message, index) => ({ ...message, train: trained.includes(index) }))
    : keptMessages
  return [{ messages: maskedMessages, ...toolsMember }]
}

function withoutHiddenThoughts(
  messages: readonly JsonObject[],
  thoughts: ThoughtPolicy,
): readonly JsonObject[] {
  const hides = hidesThoughts(messages, thoughts)
  return messages.map((message, index) =>
    hides(index) ? { ...message, content: afterThoughts(String(message.content)) } : message,
  )
}

/** The columns of the rows in a Parquet file, without those about the episode. */
export function sftColumns({
  form,
  unit,
  maskFailed,
}: Pick<SftOptions, 'form' | 'unit' | 'maskFailed'>): Columns {
  const tools = { tools: 'text' } as const
  if (unit === 'conversation') {
    return { messages: { list: messageColumns(form, maskFailed) }, ...tools }
  }
  const list = { list: messageColumns(form, false) }
  return { prompt: list, completion: list, ...tools }
}
