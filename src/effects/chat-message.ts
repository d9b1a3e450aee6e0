import type { JsonObject } from '../sim/json.ts'
import type { ToolSchema } from '../tools/tool.ts'

/** A tool call as chat servers write it; `arguments` is JSON text, broken or not, or an object. */
export interface ChatToolCall {
  readonly id: string
  readonly type: 'function'
  readonly function: { readonly name: string; readonly arguments: string | JsonObject }
}

/** One message of a conversation that is sent to a chat server. */
export type PromptMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant'
      readonly content: string | null
      readonly reasoning_content?: string
      readonly tool_calls?: readonly ChatToolCall[]
    }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string }

/** Parameters of one completion. The client's options are the defaults. */
export interface CompletionParameters {
  readonly messages: readonly PromptMessage[]
  readonly tools?: readonly ToolSchema[]
  /** Sent only with tools; default `auto`. */
  readonly toolChoice?: 'auto' | 'required' | 'none'
  readonly maxTokens?: number
  readonly temperature?: number
  readonly seed?: number
  /** Texts at which the model stops. */
  readonly stop?: readonly string[]
  readonly deadlineMs?: number
}

/** Tokens of one completion, as the server counted them. */
export interface TokenUsage {
  readonly promptTokens: number
  readonly completionTokens: number
}

/** A chat server's answer, streamed or not. */
export interface CompletionResult {
  /** Empty if the server sent no content. */
  readonly content: string
  /** Reasoning that the server sent separately: `reasoning_content` or `reasoning`. */
  readonly reasoning?: string
  readonly toolCalls: readonly ChatToolCall[]
  /** `stop`, `length`, `tool_calls`, …; null if the server sent none. */
  readonly finishReason: string | null
  /** Omitted if the server sent no counts. */
  readonly usage?: TokenUsage
}
