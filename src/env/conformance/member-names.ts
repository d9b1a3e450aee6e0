import type { Action } from '../message.ts'
import type { Conversation } from '../public-event.ts'
import { toolSchemasIn, type WithSettings } from '../settings.ts'
import { filledWith } from './arguments.ts'

/** Members that every plain object has, though nobody put them in: `constructor` and the like. */
export const MEMBER_NAMES: readonly string[] = Object.getOwnPropertyNames(Object.prototype)

/**
 * A player who says such a name wherever words go: to each tool in turn, then as an answer. A table
 * that is asked for it as for any word gives a function, on which a step breaks down.
 */
export function saysName(
  asked: WithSettings,
  name: string,
): (seen: Conversation) => Action | undefined {
  const calls = toolSchemasIn(asked).map((tool): Action => {
    const filled = filledWith(tool, name, [])
    const { name: called } = tool.function
    const call = { id: 'call_1', type: 'function', function: { name: called, arguments: filled } }
    return { content: null, tool_calls: [call] } as Action
  })
  const turns: readonly Action[] = [...calls, { content: `\\boxed{${name}}` }, { content: name }]
  return ({ transcript }) => turns[transcript.filter(({ role }) => role === 'assistant').length]
}
