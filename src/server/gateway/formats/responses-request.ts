import { z } from 'zod'
import type { JsonObject } from '../../../sim/json.ts'
import { type ChatOptions, type ChatRequest, joinFirstSystem, toolOptions } from './chat-form.ts'
import {
  ignoredMembers,
  nonNullMembers,
  openObject,
  partSchema,
  refuseMembers,
  unsupported,
  validBody,
} from './parse-body.ts'
import { toMessages } from './responses-items.ts'

const tool = z.object({
  type: z.string(),
  name: z.string().optional(),
  description: z.string().nullish(),
  parameters: openObject.nullish(),
  strict: z.boolean().nullish(),
})

const toolChoice = z.union([
  z.enum(['auto', 'none', 'required']),
  z.object({ type: z.string(), name: z.string().optional() }),
])

const textFormat = z.looseObject({ type: z.string() })

const request = z.object({
  model: z.string(),
  input: z.union([z.string(), z.array(partSchema.partial({ type: true })).min(1)]),
  instructions: z.string().nullish(),
  tools: z.array(tool).nullish(),
  tool_choice: toolChoice.nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  max_output_tokens: z.int().min(1).nullish(),
  text: z.looseObject({ format: textFormat.nullish() }).nullish(),
  reasoning: z.looseObject({ effort: z.string().nullish() }).nullish(),
  temperature: z.number().nullish(),
  top_p: z.number().nullish(),
  stream: z.boolean().nullish(),
  metadata: openObject.nullish(),
  background: z.boolean().nullish(),
  previous_response_id: z.string().nullish(),
  conversation: z.unknown().optional(),
  prompt: z.unknown().optional(),
})
type GivenRequest = z.infer<typeof request>

/** Members that do not change what the model reads. The profile decides how it samples. */
const EFFECTLESS: ReadonlySet<string> = new Set([
  ...['user', 'service_tier', 'safety_identifier', 'moderation', 'include', 'truncation'],
  ...['prompt_cache_key', 'prompt_cache_retention', 'prompt_cache_options', 'stream_options'],
  // Codex sends the last two, beside the API.
  ...['context_management', 'client_metadata', 'access_programs'],
])

const WHOLE_INPUT =
  'Send the whole conversation as "input", with the output items of earlier answers: answers ' +
  'are not kept for later requests.'

/** Parses a request in the form of OpenAI's Responses. */
export function toChat(body: unknown): ChatRequest {
  const requestBody = validBody(request, body)
  refuseUntranslatable(requestBody)
  const { model, instructions, stream } = requestBody
  return {
    model,
    messages: joinFirstSystem([
      ...(instructions ? [{ role: 'system' as const, content: instructions }] : []),
      ...toMessages(requestBody.input),
    ]),
    options: toOptions(requestBody),
    stream: stream ?? false,
    includeUsage: true,
    ignored: ignoredMembers(request, body as object, EFFECTLESS),
    echo: echoedSettings(requestBody),
  }
}

function refuseUntranslatable(requestBody: GivenRequest): void {
  if (requestBody.background === true) {
    throw unsupported(['background'], true, 'Leave it out, and stream the answer instead.')
  }
  refuseMembers(requestBody, ['previous_response_id', 'conversation'], WHOLE_INPUT)
  refuseMembers(requestBody, ['prompt'], 'Send the text of the prompt as "instructions".')
}

function toOptions(requestBody: GivenRequest): ChatOptions {
  return nonNullMembers({
    ...toolOptions(toTools(requestBody.tools), toToolChoice(requestBody.tool_choice)),
    parallel_tool_calls: requestBody.parallel_tool_calls,
    max_tokens: requestBody.max_output_tokens,
    response_format: toResponseFormat(requestBody.text?.format),
    ...{ temperature: requestBody.temperature, top_p: requestBody.top_p },
    reasoning_effort: requestBody.reasoning?.effort,
  })
}

const FUNCTIONS_ONLY =
  'Offer the model functions that your program runs: built-in tools of OpenAI are not here.'

function toTools(givenTools: GivenRequest['tools']): ChatOptions['tools'] {
  if (givenTools == null || givenTools.length === 0) return undefined
  return givenTools.map(({ type, name, ...rest }, index) => {
    if (type !== 'function' || name === undefined) {
      throw unsupported(['tools', index, 'type'], type, FUNCTIONS_ONLY)
    }
    return { type, function: { name, ...nonNullMembers(rest) } }
  })
}

function toToolChoice(givenChoice: GivenRequest['tool_choice']): ChatOptions['tool_choice'] {
  if (givenChoice == null || typeof givenChoice === 'string') return givenChoice ?? undefined
  const { type, name } = givenChoice
  if (type === 'function' && name !== undefined) return { type, function: { name } }
  const remedy = 'Send "auto", "none", "required", or the name of one function.'
  throw unsupported(['tool_choice', 'type'], type, remedy)
}

/** Responses puts the schema into the format itself; chat puts it into a member of the format. */
function toResponseFormat(
  givenFormat: z.infer<typeof textFormat> | null | undefined,
): ChatOptions['response_format'] {
  if (givenFormat == null || givenFormat.type === 'text') return undefined
  if (givenFormat.type === 'json_object') return { type: 'json_object' }
  if (givenFormat.type === 'json_schema') {
    const { type, ...schema } = givenFormat
    return { type, json_schema: schema as JsonObject }
  }
  const remedy = 'Send "text", "json_object" or "json_schema".'
  throw unsupported(['text', 'format', 'type'], givenFormat.type, remedy)
}

const echoedSettings = (requestBody: GivenRequest): JsonObject =>
  ({
    instructions: requestBody.instructions ?? null,
    max_output_tokens: requestBody.max_output_tokens ?? null,
    metadata: requestBody.metadata ?? {},
    parallel_tool_calls: requestBody.parallel_tool_calls ?? true,
    reasoning: requestBody.reasoning ?? { effort: null, summary: null },
    temperature: requestBody.temperature ?? null,
    text: requestBody.text ?? { format: { type: 'text' } },
    tool_choice: requestBody.tool_choice ?? 'auto',
    tools: requestBody.tools ?? [],
    top_p: requestBody.top_p ?? null,
  }) as JsonObject
