import { z } from 'zod'
import {
  type AssistantTextMessage,
  answerMessage,
  type ChatRequest,
  joinFirstSystem,
  stopOption,
  type TextMessage,
  toolOptions,
} from './chat-form.ts'
import {
  contentSchema,
  ignoredMembers,
  nonNullMembers,
  openObject,
  refuseMembers,
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
  z.object({ role: z.enum(['system', 'developer']), content: contentSchema, name }),
  z.object({ role: z.literal('user'), content: contentSchema, name }),
  z.object({
    role: z.literal('assistant'),
    content: contentSchema.nullish(),
    reasoning_content: z.string().nullish(),
    reasoning: z.string().nullish(),
    refusal: z.string().nullish(),
    tool_calls: z.array(functionCall).nullish(),
    function_call: z.unknown().optional(),
    audio: z.unknown().optional(),
  }),
  z.object({ role: z.literal('tool'), content: contentSchema, tool_call_id: z.string() }),
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
  const requestBody = validBody(request, body)
  refuseUntranslatable(requestBody)
  const { model, stream, stream_options: streaming } = requestBody
  return {
    model,
    messages: joinFirstSystem(requestBody.messages.map(toMessage)),
    options: toOptions(requestBody),
    stream: stream ?? false,
    includeUsage: streaming?.include_usage ?? false,
    ignored: ignoredMembers(request, body as object, EFFECTLESS),
    echo: {},
  }
}

function refuseUntranslatable(requestBody: GivenRequest): void {
  const { n, modalities } = requestBody
  if (n != null && n !== 1) {
    throw unsupported(['n'], n, 'Send "n": 1, and open one episode for each sample.')
  }
  const remedy = 'Send "tools" and "tool_choice" instead.'
  refuseMembers(requestBody, ['functions', 'function_call'], remedy)
  const otherModalities = (modalities ?? []).filter((modality) => modality !== 'text')
  if (otherModalities.length > 0) {
    throw unsupported(['modalities'], modalities, 'Ask for text only.')
  }
  refuseMembers(requestBody, ['audio', 'web_search_options'], 'Leave this member out.')
}

function toMessage(givenMessage: GivenMessage, index: number): TextMessage {
  const path = ['messages', index]
  const text = (value: z.infer<typeof contentSchema>) =>
    textOfContent(value, TEXT_PARTS, [...path, 'content'])
  switch (givenMessage.role) {
    case 'system':
    case 'developer':
      return {
        role: 'system',
        content: text(givenMessage.content),
        ...nonNullMembers({ name: givenMessage.name }),
      }
    case 'user':
      return {
        role: 'user',
        content: text(givenMessage.content),
        ...nonNullMembers({ name: givenMessage.name }),
      }
    case 'tool':
      return {
        role: 'tool',
        tool_call_id: givenMessage.tool_call_id,
        content: text(givenMessage.content),
      }
    case 'assistant':
      return toAssistant(givenMessage, index)
    case 'function':
      throw unsupported(
        [...path, 'role'],
        givenMessage.role,
        'Send a message with the role "tool".',
      )
  }
}

function toAssistant(
  givenMessage: Extract<GivenMessage, { role: 'assistant' }>,
  index: number,
): AssistantTextMessage {
  const path = ['messages', index]
  const contentRemedy = 'Send "content" or "tool_calls" instead.'
  refuseMembers(givenMessage, ['function_call', 'audio'], contentRemedy, path)
  const calls = (givenMessage.tool_calls ?? []).map(({ id, type, function: called }, position) => {
    if (called != null) return { id, type: 'function' as const, function: called }
    const remedy = 'Send calls with the type "function".'
    throw unsupported([...path, 'tool_calls', position, 'type'], type, remedy)
  })
  const content = givenMessage.content ?? givenMessage.refusal ?? ''
  const text = textOfContent(content, TEXT_PARTS, [...path, 'content'])
  const thoughts = givenMessage.reasoning_content ?? givenMessage.reasoning ?? ''
  return answerMessage(text, thoughts, calls)
}

function toOptions(requestBody: GivenRequest): ChatRequest['options'] {
  return nonNullMembers({
    ...toolOptions(toTools(requestBody.tools), toToolChoice(requestBody.tool_choice)),
    parallel_tool_calls: requestBody.parallel_tool_calls,
    max_tokens: requestBody.max_completion_tokens ?? requestBody.max_tokens,
    stop: stopOption(requestBody.stop),
    response_format: toResponseFormat(requestBody.response_format),
    ...{ temperature: requestBody.temperature, top_p: requestBody.top_p, top_k: requestBody.top_k },
    ...{ seed: requestBody.seed, frequency_penalty: requestBody.frequency_penalty },
    presence_penalty: requestBody.presence_penalty,
    reasoning_effort: requestBody.reasoning_effort,
    ...{ logprobs: requestBody.logprobs, top_logprobs: requestBody.top_logprobs },
  })
}

function toTools(givenTools: GivenRequest['tools']): ChatRequest['options']['tools'] {
  if (givenTools == null || givenTools.length === 0) return undefined
  return givenTools.map(({ type, function: described }, index) => {
    if (described == null) {
      throw unsupported(['tools', index, 'type'], type, 'Send tools with the type "function".')
    }
    const { name: called, ...rest } = described
    return { type: 'function', function: { name: called, ...nonNullMembers(rest) } }
  })
}

function toToolChoice(
  givenChoice: GivenRequest['tool_choice'],
): ChatRequest['options']['tool_choice'] {
  if (givenChoice == null || typeof givenChoice === 'string') return givenChoice ?? undefined
  if (givenChoice.function !== undefined)
    return { type: 'function', function: givenChoice.function }
  const remedy = 'Send "auto", "none", "required", or the name of one function.'
  throw unsupported(['tool_choice', 'type'], givenChoice.type, remedy)
}

function toResponseFormat(
  givenFormat: GivenRequest['response_format'],
): ChatRequest['options']['response_format'] {
  if (givenFormat == null || givenFormat.type === 'text') return undefined
  if (givenFormat.type === 'json_object') return { type: 'json_object' }
  if (givenFormat.type === 'json_schema' && givenFormat.json_schema !== undefined) {
    return { type: 'json_schema', json_schema: givenFormat.json_schema }
  }
  const remedy = 'Send "text", "json_object", or "json_schema" with a json_schema.'
  throw unsupported(['response_format', 'type'], givenFormat.type, remedy)
}
