import type { JsonObject } from '../../../sim/json.ts'

/** A model's tool call. `arguments` is the model's own text, valid JSON or not. */
export interface ModelToolCall {
  readonly id: string
  readonly type: 'function'
  readonly function: { readonly name: string; readonly arguments: string }
}

/** One message of a conversation in the OpenAI chat form, with text only. */
export type TextMessage =
  | { readonly role: 'system'; readonly content: string; readonly name?: string }
  | { readonly role: 'user'; readonly content: string; readonly name?: string }
  | AssistantTextMessage
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string }

/** The answer of a model. `content` is null only if there are tool calls. */
export interface AssistantTextMessage {
  readonly role: 'assistant'
  readonly content: string | null
  readonly reasoning_content?: string
  readonly tool_calls?: readonly ModelToolCall[]
}

/** An answer from its parts. Empty thoughts and empty calls are left out. */
export const answerMessage = (
  text: string,
  thoughts: string,
  calls: readonly ModelToolCall[],
): AssistantTextMessage => ({
  role: 'assistant',
  content: text === '' && calls.length > 0 ? null : text,
  ...(thoughts === '' ? {} : { reasoning_content: thoughts }),
  ...(calls.length === 0 ? {} : { tool_calls: calls }),
})

type SystemMessage = Extract<TextMessage, { role: 'system' }>

/**
 * The messages, with the first system messages as one. The APIs accept several, such as the
 * instructions and the developer's message of Codex. Templates such as Qwen3.5's refuse the second,
 * and others leave it out.
 */
export function joinFirstSystem(messages: readonly TextMessage[]): readonly TextMessage[] {
  const end = messages.findIndex((message) => !isNamelessSystem(message))
  const first = (end < 0 ? messages : messages.slice(0, end)) as readonly SystemMessage[]
  if (first.length < 2) return messages
  const content = first.map((message) => message.content).join('\n\n')
  return [{ role: 'system', content }, ...messages.slice(first.length)]
}

const isNamelessSystem = (message: TextMessage): boolean =>
  message.role === 'system' && message.name === undefined

/** A tool that the agent offers to the model, with the JSON schema of its arguments. */
export interface ChatTool {
  readonly type: 'function'
  readonly function: {
    readonly name: string
    readonly description?: string
    readonly parameters?: JsonObject
    readonly strict?: boolean
  }
}

export type ToolChoice =
  | 'auto'
  | 'none'
  | 'required'
  | { readonly type: 'function'; readonly function: { readonly name: string } }

/** The constraint on the text of an answer. `json_schema` is as in OpenAI's chat form. */
type ResponseFormat =
  | { readonly type: 'json_object' }
  | { readonly type: 'json_schema'; readonly json_schema: JsonObject }

/** The agent's options for the upstream server: members of the OpenAI chat form. */
export interface ChatOptions {
  readonly tools?: readonly ChatTool[]
  readonly tool_choice?: ToolChoice
  readonly parallel_tool_calls?: boolean
  readonly max_tokens?: number
  readonly stop?: readonly string[]
  readonly response_format?: ResponseFormat
  readonly temperature?: number
  readonly top_p?: number
  readonly top_k?: number
  readonly seed?: number
  readonly frequency_penalty?: number
  readonly presence_penalty?: number
  readonly reasoning_effort?: string
  readonly logprobs?: boolean
  readonly top_logprobs?: number
}

/** A checked request of an agent in any of the formats. */
export interface ChatRequest {
  /** The model name that the agent gave. The profile decides which model answers. */
  readonly model: string
  readonly messages: readonly TextMessage[]
  readonly options: ChatOptions
  readonly stream: boolean
  /** Whether a stream in the chat form ends with a chunk that contains the usage. */
  readonly includeUsage: boolean
  /** Members of the body without effect, for the record of the call. */
  readonly ignored: readonly string[]
  /** The parts of the request that the answer repeats, in the agent's format. */
  readonly echo: JsonObject
}

export interface Usage {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  /** Tokens of the prompt that the upstream server had cached. */
  readonly cached_tokens?: number
  readonly reasoning_tokens?: number
}

/** The facts about an answer before its first token. */
export interface CompletionHead {
  /** Letters, digits, `-` and `_`. The ids of messages and items derive from it. */
  readonly id: string
  /** Seconds since 1970. */
  readonly created: number
  readonly model: string
}

/** One answer of a model. */
export interface ChatCompletion extends CompletionHead {
  readonly message: AssistantTextMessage
  /** `stop`, `length`, `tool_calls`, `content_filter`, or another value of the upstream server. */
  readonly finish_reason: string
  /** The text of `stop` that ended the answer, if the upstream server sent it. */
  readonly stop_sequence?: string
  readonly usage: Usage
  /** The choice's `logprobs` in OpenAI's form, if the agent asked for them. */
  readonly logprobs?: JsonObject
}

/** Whether an answer has a block for its text: an empty one if it has no other block. */
export const hasText = ({ message }: ChatCompletion): boolean =>
  (message.content ?? '') !== '' || (message.tool_calls ?? []).length === 0

/**
 * The tools of a request and the choice among them. Without tools, `auto` and `none` mean nothing,
 * and vLLM refuses `auto`. A forced choice stays, so that the model server refuses it.
 */
export const toolOptions = (
  tools: readonly ChatTool[] | undefined,
  choice: ToolChoice | undefined,
): Pick<ChatOptions, 'tools' | 'tool_choice'> => ({
  ...(tools === undefined ? {} : { tools }),
  ...(choice === undefined || (tools === undefined && (choice === 'auto' || choice === 'none'))
    ? {}
    : { tool_choice: choice }),
})

/** Texts that end an answer; undefined if there are none. */
export const stopOption = (
  stop: string | readonly string[] | null | undefined,
): readonly string[] | undefined => {
  const texts = typeof stop === 'string' ? [stop] : (stop ?? [])
  return texts.length === 0 ? undefined : texts
}

/** Text that a stream of the upstream server added to an answer. */
export interface TextDelta {
  readonly content?: string
  readonly reasoning_content?: string
}

/**
 * The constraints that a request puts on the text of the model. Tokens of a constrained answer were
 * not drawn from the model's own distribution.
 */
export function listConstraints({ options }: ChatRequest): string[] {
  const { response_format: format, tool_choice: choice, tools = [] } = options
  const isForced = choice === 'required' || typeof choice === 'object'
  return [
    ...(format === undefined ? [] : ['response_format']),
    ...(isForced ? ['tool_choice'] : []),
    ...(tools.some((tool) => tool.function.strict === true) ? ['strict_tools'] : []),
  ]
}
