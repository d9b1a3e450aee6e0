import { type DialectName, readRaw } from './dialects/index.ts'
import type { Action, AssistantMessage } from './message.ts'
import { toolsIn, type WithSettings } from './settings.ts'

/** What decides how the raw text of an episode is read: its tools type the arguments. */
interface Reading extends WithSettings {
  readonly dialect?: DialectName | undefined
}

/** An action as a message of the conversation. Raw text is parsed into content and calls. */
export function assistantMessage(action: Action, reading?: Reading): AssistantMessage {
  const { content, calls } =
    'text' in action
      ? readRaw(action.text, reading && toolsIn(reading), reading?.dialect)
      : { content: action.content ?? '', calls: action.tool_calls ?? [] }
  return calls.length === 0
    ? { role: 'assistant', content }
    : { role: 'assistant', content, tool_calls: calls }
}
