import { z } from 'zod'
import type { AssistantMessage, ChatMessage, ChatRequest } from './chat-form.ts'
import {
  content,
  ignoredMembers,
  nonNullMembers,
  openObject,
  textOfContent,
  unsupported,
  validBody,
} from './parse-body.ts'

const name = z.string().nullish()

const functionCall = z.object({
  id: z.string(),
  type: z.string(),
  function: z.object({ name: z.string(), arguments: z.string() }).nullish(),
})

const message = z.discriminatedUnion('role', [
  z.object({ role: z.enum(['system', 'developer']), content, name }),
  z.object({ role: z.literal('user'), content, name }),
  z.object({
    role: z.literal('assistant'),
    content: content.nullish(),
    reasoning_content: z.string().nullish(),
    reasoning: z.string().nullish(),
    refusal: z.string().nullish(),
    tool_calls: z.array(functionCall).nullish(),
    function_call: z.unknown().optional(),
    audio: z.unknown().optional(),
  }),
  z.object({ role: z.literal('tool'), content, tool_call_id: z.string() }),
  z.object({ role: z.literal('function') }),
])
type GivenMessage = z.infer<typeof message>

const tool = z.object({
  type: z.string(),
  function: z
    .object({
      name: z.string(),
      description: z.string().nullish(),
      parameters: openObject.nullish(),
      strict: z.boolean().nullish(),
    })
    .nullish(),
})

const namedFunction = z.object({ name: z.string() })
const toolChoice = z.union([
  z.enum(['auto', 'none', 'required']),
  z.looseObject({ type: z.string(), function: namedFunction.optional() }),
])

const request = z.object({
  model: z.string(),
  messages: z.array(message).min(1),
  tools: z.array(tool).nullish(),
  tool_choice: toolChoice.nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  n: z.int().nullish(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  stop: z.union([z.string(), z.array(z.string())]).nullish(),
  response_format: z
    .looseObject({ type: z.string(), json_schema: openObject.optional() })
    .nullish(),
  temperature: z.number().nullish(),
  top_p: z.number().nullish(),
  top_k: z.int().nullish(),
  seed: z.int().nullish(),
  frequency_penalty: z.number().nullish(),
  presence_penalty: z.number().nullish(),
  reasoning_effort: z.string().nullish(),
  logprobs: z.boolean().nullish(),
  top_logprobs: z.int().min(0).max(20).nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  functions: z.unknown().optional(),
  function_call: z.unknown().optional(),
  modalities: z.array(z.string()).nullish(),
  audio: z.unknown().optional(),
  web_search_options: z.unknown().optional(),
})
type GivenRequest = z.infer<typeof request>

/** Members that do not change what the model reads. The profile decides how it samples. */
const EFFECTLESS: ReadonlySet<string> = new Set([
  ...['metadata', 'user', 'service_tier', 'safety_identifier', 'verbosity', 'moderation'],
  ...['prompt_cache_key', 'prompt_cache_retention', 'prompt_cache_options', 'prediction'],
  ...['logit_bias', 'stop_token_ids', 'chat_template_kwargs'],
])

const TEXT_PARTS = { text: 'text', refusal: 'refusal' }

/** Parses a request in OpenAI's chat form. */
export function toChat(body: unknown): ChatRequest {
  const found = validBody(request, body)
  refuseUntranslatable(found)
  const { model, stream, stream_options: streaming } = found
  return {
    model,
    messages: found.messages.map(toMessage),
    options: optionsOf(found),
    stream: stream ?? false,
    includeUsage: streaming?.include_usage ?? false,
    ignored: ignoredMembers(request, body as object, EFFECTLESS),
    echo: {},
  }
}

function refuseUntranslatable(found: GivenRequest): void {
  const { n, modalities } = found
  if (n != null && n !== 1) {
    throw unsupported(['n'], n, 'Send "n": 1, and open one episode for each sample.')
  }
  for (const member of ['functions', 'function_call'] as const) {
    if (found[member] == null) continue
    throw unsupported([member], found[member], 'Send "tools" and "tool_choice" instead.')
  }
  const others = (modalities ?? []).filter((modality) => modality !== 'text')
  if (others.length > 0) {
    throw unsupported(['modalities'], modalities, 'Ask for text only.')
  }
  for (const member of ['audio', 'web_search_options'] as const) {
    if (found[member] == null) continue
    throw unsupported([member], found[member], 'Leave this member out.')
  }
}

function toMessage(found: GivenMessage, index: number): ChatMessage {
  const path = ['messages', index]
  const text = (value: z.infer<typeof content>) =>
    textOfContent(value, TEXT_PARTS, [...path, 'content'])
  switch (found.role) {
    case 'system':
    case 'developer':
      return {
        role: 'system',
        content: text(found.content),
        ...nonNullMembers({ name: found.name }),
      }
    case 'user':
      return { role: 'user', content: text(found.content), ...nonNullMembers({ name: found.name }) }
    case 'tool':
      return { role: 'tool', tool_call_id: found.tool_call_id, content: text(found.content) }
    case 'assistant':
      return assistantOf(found, index)
    case 'function':
      throw unsupported([...path, 'role'], found.role, 'Send a message with the role "tool".')
  }
}

function assistantOf(
  found: Extract<GivenMessage, { role: 'assistant' }>,
  index: number,
): AssistantMessage {
  const path = ['messages', index]
  for (const member of ['function_call', 'audio'] as const) {
    if (found[member] == null) continue
    throw unsupported([...path, member], found[member], 'Send "content" or "tool_calls" instead.')
  }
  const calls = (found.tool_calls ?? []).map(({ id, type, function: called }, position) => {
    if (called != null) return { id, type: 'function' as const, function: called }
    const remedy = 'Send calls with the type "function".'
    throw unsupported([...path, 'tool_calls', position, 'type'], type, remedy)
  })
  const content = found.content ?? found.refusal ?? null
  const text = content === null ? null : textOfContent(content, TEXT_PARTS, [...path, 'content'])
  const thoughts = found.reasoning_content ?? found.reasoning
  return {
    role: 'assistant',
    content: text === '' || text === null ? (calls.length > 0 ? null : '') : text,
    ...(thoughts == null || thoughts === '' ? {} : { reasoning_content: thoughts }),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  }
}

function optionsOf(found: GivenRequest): ChatRequest['options'] {
  const { stop } = found
  return nonNullMembers({
    ...{ tools: toolsOf(found.tools), tool_choice: choiceOf(found.tool_choice) },
    parallel_tool_calls: found.parallel_tool_calls,
    max_tokens: found.max_completion_tokens ?? found.max_tokens,
    stop: typeof stop === 'string' ? [stop] : stop,
    response_format: formatOf(found.response_format),
    ...{ temperature: found.temperature, top_p: found.top_p, top_k: found.top_k },
    ...{ seed: found.seed, frequency_penalty: found.frequency_penalty },
    presence_penalty: found.presence_penalty,
    reasoning_effort: found.reasoning_effort,
    ...{ logprobs: found.logprobs, top_logprobs: found.top_logprobs },
  })
}

function toolsOf(found: GivenRequest['tools']): ChatRequest['options']['tools'] {
  if (found == null || found.length === 0) return undefined
  return found.map(({ type, function: described }, index) => {
    if (described == null) {
      throw unsupported(['tools', index, 'type'], type, 'Send tools with the type "function".')
    }
    const { name: called, ...rest } = described
    return { type: 'function', function: { name: called, ...nonNullMembers(rest) } }
  })
}

function choiceOf(found: GivenRequest['tool_choice']): ChatRequest['options']['tool_choice'] {
  if (found == null || typeof found === 'string') return found ?? undefined
  if (found.function !== undefined) return { type: 'function', function: found.function }
  const remedy = 'Send "auto", "none", "required", or the name of one function.'
  throw unsupported(['tool_choice', 'type'], found.type, remedy)
}

function formatOf(
  found: GivenRequest['response_format'],
): ChatRequest['options']['response_format'] {
  if (found == null || found.type === 'text') return undefined
  if (found.type === 'json_object') return { type: 'json_object' }
  if (found.type === 'json_schema' && found.json_schema !== undefined) {
    return { type: 'json_schema', json_schema: found.json_schema }
  }
  const remedy = 'Send "text", "json_object", or "json_schema" with a json_schema.'
  throw unsupported(['response_format', 'type'], found.type, remedy)
}
