import { z } from 'zod'
import type { JsonObject } from '../../../sim/json.ts'
import { Fault } from '../../../wire/faults.ts'
import type { ChatMessage, ChatOptions, ChatRequest } from './chat-form.ts'
import { messagesOf } from './messages-blocks.ts'
import {
  content,
  ignoredMembers,
  nonNullMembers,
  openObject,
  textOfContent,
  unsupported,
  validBody,
} from './parse-body.ts'

const message = z.object({ role: z.enum(['user', 'assistant', 'system']), content })

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

const outputConfig = z.looseObject({
  effort: z.string().nullish(),
  format: z.looseObject({ type: z.string(), schema: openObject.optional() }).nullish(),
})

const request = z.object({
  model: z.string(),
  max_tokens: z.int().min(1),
  messages: z.array(message).min(1),
  system: content.nullish(),
  tools: z.array(tool).nullish(),
  tool_choice: toolChoice.nullish(),
  stop_sequences: z.array(z.string()).nullish(),
  temperature: z.number().nullish(),
  top_p: z.number().nullish(),
  top_k: z.int().nullish(),
  stream: z.boolean().nullish(),
  output_config: outputConfig.nullish(),
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
  const found = validBody(request, body)
  refuseUntranslatable(found)
  const { model, stream } = found
  return {
    model,
    messages: [...systemOf(found.system), ...messagesOf(found.messages)],
    options: optionsOf(found),
    stream: stream ?? false,
    includeUsage: true,
    ignored: ignoredMembers(request, body as object, EFFECTLESS),
    echo: {},
  }
}

function refuseUntranslatable(found: GivenRequest): void {
  if (found.thread != null) throw threadFault(found.thread)
  const servers = found.mcp_servers ?? []
  if (servers.length > 0) {
    const remedy = 'Connect your program to the MCP servers, and send their tools in "tools".'
    throw unsupported(['mcp_servers'], servers, remedy)
  }
  if (found.container != null) {
    throw unsupported(['container'], found.container, 'Run the code in your own program.')
  }
  const last = found.messages.length - 1
  if (found.messages[last]?.role !== 'assistant') return
  const remedy =
    'End with a message of the user: this gateway does not continue a message of the assistant.'
  throw unsupported(['messages', last, 'role'], 'assistant', remedy)
}

/** Clients read the code in the details, and then send the complete conversation. */
function threadFault(thread: unknown): Fault {
  const remedy = 'Send the whole conversation: the gateway holds no threads.'
  const { code, message, details } = unsupported(['thread'], thread, remedy)
  const read = { error_code: 'thread_unsupported_request', unsupported: ['thread'] }
  return new Fault(code, message, { hint: remedy, details: { ...details, ...read } })
}

function systemOf(given: GivenRequest['system']): ChatMessage[] {
  if (given == null) return []
  const text = textOfContent(given, { text: 'text' }, ['system'])
  return text === '' ? [] : [{ role: 'system', content: text }]
}

function optionsOf(found: GivenRequest): ChatOptions {
  const { tool_choice: choice } = found
  return nonNullMembers({
    ...{ tools: toolsOf(found.tools), tool_choice: choiceOf(choice) },
    parallel_tool_calls: choice?.disable_parallel_tool_use === true ? false : undefined,
    max_tokens: found.max_tokens,
    stop: found.stop_sequences?.length === 0 ? undefined : found.stop_sequences,
    response_format: formatOf(found.output_config?.format),
    ...{ temperature: found.temperature, top_p: found.top_p, top_k: found.top_k },
    reasoning_effort: found.output_config?.effort,
  })
}

const OWN_TOOLS_ONLY =
  'Offer the model tools with an input_schema that your program runs: built-in tools of ' +
  'Anthropic are not here.'

function toolsOf(found: GivenRequest['tools']): ChatOptions['tools'] {
  if (found == null || found.length === 0) return undefined
  return found.map(({ type, name, input_schema: parameters, ...rest }, index) => {
    if ((type != null && type !== 'custom') || name === undefined || parameters === undefined) {
      throw unsupported(['tools', index], { type, name }, OWN_TOOLS_ONLY)
    }
    return { type: 'function', function: { name, ...nonNullMembers({ ...rest, parameters }) } }
  })
}

function choiceOf(found: GivenRequest['tool_choice']): ChatOptions['tool_choice'] {
  if (found == null) return undefined
  const { type, name } = found
  if (type === 'auto' || type === 'none') return type
  if (type === 'any') return 'required'
  if (name !== undefined) return { type: 'function', function: { name } }
  throw unsupported(['tool_choice'], found, 'Name the tool in "name".')
}

type GivenFormat = z.infer<typeof outputConfig>['format']

function formatOf(found: GivenFormat): ChatOptions['response_format'] {
  if (found == null) return undefined
  const { type, schema } = found
  if (type === 'json_schema' && schema !== undefined) {
    const json_schema: JsonObject = { name: 'answer', schema, strict: true }
    return { type, json_schema }
  }
  throw unsupported(['output_config', 'format'], found, 'Send "json_schema" with a schema.')
}
