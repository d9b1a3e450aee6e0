import type { ToolSignature } from '../tools/tool.ts'
import { type DialectName, readRaw } from './dialects/index.ts'
import type { Action, AssistantMessage } from './message.ts'

/** What decides how the raw text of an episode is read. */
export interface Reading {
  /** Its tools type the arguments. */
  readonly environment: { readonly tools: readonly ToolSignature[] }
  readonly dialect?: DialectName | undefined
}

/** An action as it stands in the conversation; raw text is read into content and calls. */
export function assistantMessage(action: Action, reading?: Reading): AssistantMessage {
  const { content, calls } =
    'text' in action
      ? readRaw(action.text, reading?.environment.tools, reading?.dialect)
      : { content: action.content ?? '', calls: action.tool_calls ?? [] }
  return calls.length === 0
    ? { role: 'assistant', content }
    : { role: 'assistant', content, tool_calls: calls }
}
