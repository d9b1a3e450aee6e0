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

/** What one completion is asked for. For members left out, the client's options hold. */
export interface ChatRequest {
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

/** What a chat server answered, however it was sent. */
export interface ChatCompletion {
  /** Empty where the server gave none. */
  readonly content: string
  /** Thoughts that the server told apart: `reasoning_content` or `reasoning`. */
  readonly reasoning?: string
  readonly toolCalls: readonly ChatToolCall[]
  /** `stop`, `length`, `tool_calls`, …; null where the server gave none. */
  readonly finishReason: string | null
  /** Left out if the server counted nothing. */
  readonly usage?: TokenUsage
}
