import { type Action, oneCall } from '../message.ts'
import type { Conversation } from '../public-event.ts'
import { toolSchemasIn, type WithSettings } from '../settings.ts'
import { filledWith } from './arguments.ts'

/** Inherited members of every plain object, such as `constructor`. */
export const MEMBER_NAMES: readonly string[] = Object.getOwnPropertyNames(Object.prototype)

/**
 * A player that uses such a name as every text: first for each tool, then as the answer. A table
 * that looks it up without care returns a function, on which the step would throw.
 */
export function memberNamePlayer(
  requestedSettings: WithSettings,
  name: string,
): (conversation: Conversation) => Action | undefined {
  const calls = toolSchemasIn(requestedSettings).map((tool): Action => {
    return { content: null, ...oneCall(tool.function.name, filledWith(tool, name, [])) }
  })
  const turns: readonly Action[] = [...calls, { content: `\\boxed{${name}}` }, { content: name }]
  return ({ transcript }) => turns[transcript.filter(({ role }) => role === 'assistant').length]
}
