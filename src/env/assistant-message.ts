import { parseHermes } from './hermes.ts'
import type { Action, AssistantMessage } from './message.ts'

/** An action as it stands in the conversation; raw text is read into content and calls. */
export function assistantMessage(action: Action): AssistantMessage {
  const { content, calls } =
    'text' in action
      ? parseHermes(action.text)
      : { content: action.content ?? '', calls: action.tool_calls ?? [] }
  return calls.length === 0
    ? { role: 'assistant', content }
    : { role: 'assistant', content, tool_calls: calls }
}
