import type { JsonObject } from '../sim/json.ts'
import type { RandomStream } from '../sim/random.ts'
import { type ToolSchema, toolSchema } from '../tools/tool.ts'
import { filledWith, makeCall } from './conformance/arguments.ts'
import type { Action, ChatMessage } from './message.ts'
import type { AnyEnvironment } from './plugin.ts'
import type { Conversation } from './public-event.ts'
import type { BaseTask } from './task-data.ts'

/** The turn of a player who does not know what to do. */
const NOTHING: Action = { content: '' }

/** The next turn of the player `oracle`, which knows the hidden task and world. */
export const solutionTurn = (
  { audit }: AnyEnvironment,
  task: BaseTask & JsonObject,
  world: JsonObject,
  conversation: Conversation,
): Action => audit.solve?.(task, world, conversation) ?? NOTHING

/** Plausible next turns: those of the environment, or one made up from the schemas of its tools. */
export const sampledTurns = (
  environment: AnyEnvironment,
  conversation: Conversation,
  random: RandomStream,
): readonly Action[] =>
  environment.audit.sampleActions?.(conversation, random) ?? [
    madeUpTurn(environment, conversation.transcript.slice(-1), {
      turn: conversation.transcript.length,
      random,
    }),
  ]

/** A turn that the schemas allow: a call of a tool, or text where that is an action. */
export function madeUpTurn(
  { tools, turnRules }: Pick<AnyEnvironment, 'tools' | 'turnRules'>,
  last: readonly Pick<ChatMessage, 'content'>[],
  { turn, random }: { readonly turn: number; readonly random: RandomStream },
): Action {
  const answers = last.map(({ content }) => content)
  const words = answers.join(' ').match(/[A-Za-z0-9]+/g) ?? []
  const text = random.pick([String(random.integer(0, 9)), ...words.slice(-20)])
  const takesText = turnRules.isFinalAnswer !== undefined
  if (tools.length === 0 || (takesText && random.integer(0, 1) === 0)) return { content: text }
  const schema: ToolSchema = toolSchema(random.pick(tools))
  const args = filledWith(schema, text, answers)
  return { tool_calls: [makeCall(schema.function.name, args, turn)] }
}
