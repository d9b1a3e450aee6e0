import { z } from 'zod'
import type { JsonObject } from '../../../sim/json.ts'
import { Fault } from '../../../wire/faults.ts'
import {
  type ChatOptions,
  type ChatRequest,
  joinFirstSystem,
  stopOption,
  type TextMessage,
  toolOptions,
} from './chat-form.ts'
import { toMessages } from './messages-blocks.ts'
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

const message = z.object({ role: z.enum(['user', 'assistant', 'system']), content: contentSchema })

const tool = z.object({
  type: z.string().nullish(),
  name: z.string().optional(),
  description: z.string().nullish(),
  input_schema: openObject.optional(),
  strict: z.boolean().nullish(),
})

const toolChoice = z.object({
  type: z.enum(['auto', 'any', 'tool', 'none']),
  name: z.string().optional(),
  disable_parallel_tool_use: z.boolean().nullish(),
})

const outputFormat = z.looseObject({ type: z.string(), schema: openObject.optional() })

const outputConfig = z.looseObject({
  effort: z.string().nullish(),
  format: outputFormat.nullish(),
})

const request = z.object({
  model: z.string(),
  max_tokens: z.int().min(1),
  messages: z.array(message).min(1),
  system: contentSchema.nullish(),
  tools: z.array(tool).nullish(),
  tool_choice: toolChoice.nullish(),
  stop_sequences: z.array(z.string()).nullish(),
  temperature: z.number().nullish(),
  top_p: z.number().nullish(),
  top_k: z.int().nullish(),
  stream: z.boolean().nullish(),
  output_config: outputConfig.nullish(),
  output_format: outputFormat.nullish(),
  container: z.unknown().optional(),
  thread: z.unknown().optional(),
  mcp_servers: z.array(z.unknown()).nullish(),
})
type GivenRequest = z.infer<typeof request>

/** Members that do not change what the model reads. The profile decides how it samples. */
const EFFECTLESS: ReadonlySet<string> = new Set([
  ...['metadata', 'service_tier', 'thinking', 'cache_control', 'context_management', 'speed'],
  ...['diagnostics', 'inference_geo', 'user_profile_id', 'workspace_id'],
])

/** Parses a request in the form of Anthropic's Messages. */
export function toChat(body: unknown): ChatRequest {
  const chatRequest = toCountedChat(body)
  const last = chatRequest.messages.at(-1)
  if (last?.role !== 'assistant') return chatRequest
  const remedy =
    'End with a message of the user: this gateway does not continue a message of the assistant.'
  const { messages } = body as { readonly messages: readonly unknown[] }
  throw unsupported(['messages', messages.length - 1, 'role'], last.role, remedy)
}

/** Parses a request that is not answered: its last message may be the assistant's. */
export function toCountedChat(body: unknown): ChatRequest {
  const requestBody = validBody(request, body)
  refuseUntranslatable(requestBody)
  const { model, stream } = requestBody
  return {
    model,
    messages: joinFirstSystem([
      ...toSystem(requestBody.system),
      ...toMessages(requestBody.messages),
    ]),
    options: toOptions(requestBody),
    stream: stream ?? false,
    includeUsage: true,
    ignored: ignoredMembers(request, body as object, EFFECTLESS),
    echo: {},
  }
}

function refuseUntranslatable(requestBody: GivenRequest): void {
  if (requestBody.thread != null) throw threadFault(requestBody.thread)
  const servers = requestBody.mcp_servers ?? []
  if (servers.length > 0) {
    const remedy = 'Connect your program to the MCP servers, and send their tools in "tools".'
    throw unsupported(['mcp_servers'], servers, remedy)
  }
  refuseMembers(requestBody, ['container'], 'Run the code in your own program.')
}

/** Clients read the code in the details, and then send the complete conversation. */
function threadFault(thread: unknown): Fault {
  const remedy = 'Send the whole conversation: the gateway holds no threads.'
  const { code, message, details } = unsupported(['thread'], thread, remedy)
  const threadDetails = { error_code: 'thread_unsupported_request', unsupported: ['thread'] }
  return new Fault(code, message, { hint: remedy, details: { ...details, ...threadDetails } })
}

/**
 * Claude Code puts this line first, with a digest that differs in each request. With it, no call
 * would continue an earlier one. vLLM leaves it out too.
 */
const BILLING_LINE = /^x-anthropic-billing-header:[^\n]*\n?/

function toSystem(system: GivenRequest['system']): TextMessage[] {
  if (system == null) return []
  const text = textOfContent(system, { text: 'text' }, ['system']).replace(BILLING_LINE, '')
  return text === '' ? [] : [{ role: 'system', content: text }]
}

function toOptions(requestBody: GivenRequest): ChatOptions {
  const { tool_choice: choice } = requestBody
  return nonNullMembers({
    ...toolOptions(toTools(requestBody.tools), toToolChoice(choice)),
    parallel_tool_calls: choice?.disable_parallel_tool_use === true ? false : undefined,
    max_tokens: requestBody.max_tokens,
    stop: stopOption(requestBody.stop_sequences),
    response_format:
      toResponseFormat(requestBody.output_config?.format, ['output_config', 'format']) ??
      // The name of the beta, which SDKs until January 2026 send.
      toResponseFormat(requestBody.output_format, ['output_format']),
    ...{ temperature: requestBody.temperature, top_p: requestBody.top_p, top_k: requestBody.top_k },
    reasoning_effort: requestBody.output_config?.effort,
  })
}

const OWN_TOOLS_ONLY =
  'Offer the model tools with an input_schema that your program runs: built-in tools of ' +
  'Anthropic are not here.'

function toTools(givenTools: GivenRequest['tools']): ChatOptions['tools'] {
  if (givenTools == null || givenTools.length === 0) return undefined
  return givenTools.map(({ type, name, input_schema: parameters, ...rest }, index) => {
    if ((type != null && type !== 'custom') || name === undefined || parameters === undefined) {
      throw unsupported(['tools', index], { type, name }, OWN_TOOLS_ONLY)
    }
    return { type: 'function', function: { name, ...nonNullMembers({ ...rest, parameters }) } }
  })
}

function toToolChoice(givenChoice: GivenRequest['tool_choice']): ChatOptions['tool_choice'] {
  if (givenChoice == null) return undefined
  const { type, name } = givenChoice
  if (type === 'auto' || type === 'none') return type
  if (type === 'any') return 'required'
  if (name !== undefined) return { type: 'function', function: { name } }
  throw unsupported(['tool_choice'], givenChoice, 'Name the tool in "name".')
}

function toResponseFormat(
  givenFormat: z.infer<typeof outputFormat> | null | undefined,
  path: readonly string[],
): ChatOptions['response_format'] {
  if (givenFormat == null) return undefined
  const { type, schema } = givenFormat
  if (type === 'json_schema' && schema !== undefined) {
    const json_schema: JsonObject = { name: 'answer', schema, strict: true }
    return { type, json_schema }
  }
  throw unsupported(path, givenFormat, 'Send "json_schema" with a schema.')
}
