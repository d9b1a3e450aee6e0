import type { JsonObject } from '../sim/json.ts'

/** A tool call in the OpenAI form. `arguments` may be JSON text or the object itself. */
export interface ToolCall {
  readonly id: string
  readonly type: 'function'
  readonly function: { readonly name: string; readonly arguments: string | JsonObject }
}

/** A chat message that an environment adds to the conversation. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'tool'
  readonly content: string
  /** For `tool` messages: the call that this answers, and the tool's name. */
  readonly tool_call_id?: string
  readonly name?: string
}

/** The agent's own turn in a conversation. */
export interface AssistantMessage {
  readonly role: 'assistant'
  readonly content: string
  /** The agent's reasoning. Environments never see it. */
  readonly reasoning_content?: string
  readonly tool_calls?: readonly ToolCall[]
}

/** A whole conversation as the agent saw it. */
export type Transcript = readonly (ChatMessage | AssistantMessage)[]

/** One assistant turn: structured, or the raw text that a model produced. */
export type Action =
  | {
      readonly content?: string | null
      /** Stored and displayed, but never passed to an environment. */
      readonly reasoning_content?: string
      readonly tool_calls?: readonly ToolCall[]
    }
  | { readonly text: string }

/** The calls of a turn with one tool call. The number makes its id unique. */
export const oneCall = (name: string, args: string | JsonObject, number = 1) => ({
  tool_calls: [
    { id: `call_${number}`, type: 'function' as const, function: { name, arguments: args } },
  ],
})

export const system = (content: string): ChatMessage => ({ role: 'system', content })
export const user = (content: string): ChatMessage => ({ role: 'user', content })
export const toolAnswer = (call: { id: string; name: string }, content: string): ChatMessage => ({
  role: 'tool',
  tool_call_id: call.id,
  name: call.name,
  content,
})
