import { byName } from '../../sim/by-name.ts'
import type { JsonObject } from '../../sim/json.ts'
import { schemaRef } from './schemas.ts'

/** Where one format is spoken. */
interface GatewayRoute {
  readonly operation: string
  readonly summary: string
  /** Its own documentation. */
  readonly format: string
  readonly form: 'openai' | 'anthropic'
  readonly request: JsonObject
  readonly result: JsonObject
  /** The schema of each event of a streamed answer, if answers are streamed on request. */
  readonly event?: JsonObject
}

const TEXT: JsonObject = { type: 'string' }
const NON_EMPTY_LIST: JsonObject = { type: 'array', items: { type: 'object' }, minItems: 1 }

const object = (members: JsonObject, optional: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties: { ...members, ...optional },
  required: Object.keys(members),
})

const jsonText = (description: string): JsonObject => ({ type: 'string', description })
const CHUNK = object({ data: jsonText('JSON, or `[DONE]`.') })
const NAMED_EVENT = object({ event: TEXT, data: jsonText('JSON.') })

const OPENAI = 'https://platform.openai.com/docs/api-reference'
const ANTHROPIC = 'https://docs.anthropic.com/en/api'
const STREAM: JsonObject = { type: ['boolean', 'null'] }
const LIMIT: JsonObject = { type: 'integer', minimum: 1 }

const CHAT: GatewayRoute = {
  operation: 'gatewayChatCompletions',
  summary: 'Calls the model of an agent program, in the format of OpenAI Chat Completions.',
  ...{ format: `${OPENAI}/chat/create`, form: 'openai', event: CHUNK },
  request: object({ model: TEXT, messages: NON_EMPTY_LIST }, { stream: STREAM }),
  result: object({
    id: TEXT,
    object: { const: 'chat.completion' },
    created: { type: 'integer' },
    model: TEXT,
    choices: NON_EMPTY_LIST,
    usage: { type: 'object' },
  }),
}

const RESPONSES: GatewayRoute = {
  operation: 'gatewayResponses',
  summary: 'Calls the model of an agent program, in the format of OpenAI Responses.',
  ...{ format: `${OPENAI}/responses/create`, form: 'openai', event: NAMED_EVENT },
  request: object({ model: TEXT, input: { anyOf: [TEXT, NON_EMPTY_LIST] } }, { stream: STREAM }),
  result: object({
    id: TEXT,
    object: { const: 'response' },
    status: TEXT,
    model: TEXT,
    output: { type: 'array', items: { type: 'object' } },
  }),
}

const MESSAGES: GatewayRoute = {
  operation: 'gatewayMessages',
  summary: 'Calls the model of an agent program, in the format of Anthropic Messages.',
  ...{ format: `${ANTHROPIC}/messages`, form: 'anthropic', event: NAMED_EVENT },
  request: object({ model: TEXT, messages: NON_EMPTY_LIST, max_tokens: LIMIT }, { stream: STREAM }),
  result: object({
    id: TEXT,
    type: { const: 'message' },
    role: { const: 'assistant' },
    model: TEXT,
    content: { type: 'array', items: { type: 'object' } },
    usage: { type: 'object' },
  }),
}

const COUNT: GatewayRoute = {
  operation: 'gatewayCountTokens',
  summary: 'Counts the tokens of a prompt, if the model server supports it.',
  ...{ format: `${ANTHROPIC}/messages-count-tokens`, form: 'anthropic' },
  request: object({ model: TEXT, messages: NON_EMPTY_LIST }),
  result: object({ input_tokens: { type: 'integer', minimum: 0 } }),
}

const MODEL: JsonObject = object({
  id: TEXT,
  object: { const: 'model' },
  created: { type: 'integer' },
  owned_by: TEXT,
  token_ids: { type: 'boolean' },
})

const FORMS: Readonly<Record<GatewayRoute['form'], JsonObject>> = {
  openai: object({
    error: object({
      message: TEXT,
      type: TEXT,
      param: { type: ['string', 'null'] },
      code: { type: 'string', description: 'A key of the fault table.' },
    }),
  }),
  anthropic: object({
    type: { const: 'error' },
    error: object({ type: TEXT, message: TEXT }),
    request_id: { type: 'null' },
  }),
}

const NAMES: Readonly<Record<GatewayRoute['form'], string>> = {
  openai: 'OpenaiError',
  anthropic: 'AnthropicError',
}

/** The errors of the gateway in each form, as shared schemas and one response per status. */
export function gatewayErrors(): { readonly schemas: JsonObject; readonly responses: JsonObject } {
  const forms = Object.keys(FORMS) as GatewayRoute['form'][]
  const responses = forms.flatMap((form) =>
    Object.entries(STATUSES).map(([status, description]) => {
      const content = { 'application/json': { schema: schemaRef(NAMES[form]) } }
      return [`${NAMES[form]}${status}`, { description, content }] as const
    }),
  )
  return {
    schemas: Object.fromEntries(forms.map((form) => [NAMES[form], FORMS[form]])),
    responses: Object.fromEntries(responses),
  }
}

const STATUSES: Readonly<Record<string, string>> = byName({
  '400': 'The request is malformed or not supported, or the model server refused it.',
  '401': 'The key is unknown or revoked, or its episode has been over for a minute.',
  '403': 'The origin or host of the request is not allowed.',
  '404': 'There is no such model, or the model server counts no tokens.',
  '413': 'The request is too large.',
  '415': 'The body is not JSON.',
  '429': 'The budget of the episode is used up, or too many calls are under way.',
  '500': 'An internal error.',
  '502': 'The model server failed.',
  '503': 'The model server is away or busy, or the server shuts down.',
  '507': 'The store is full.',
})

const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } })

const errorResponses = (form: GatewayRoute['form']): JsonObject =>
  Object.fromEntries(
    Object.keys(STATUSES).map((status) => [
      status,
      { $ref: `#/components/responses/${NAMES[form]}${status}` },
    ]),
  )

const SECURED: JsonObject = {
  tags: ['gateway'],
  security: [{ gatewayKey: [] }, { gatewayKeyHeader: [] }],
}

function post({
  operation,
  summary,
  format,
  form,
  request,
  result,
  event,
}: GatewayRoute): JsonObject {
  // OpenAPI 3.1 has no schema for a stream: like schemathesis, this describes each event.
  const events: JsonObject = event === undefined ? {} : { 'text/event-stream': { schema: event } }
  return {
    post: {
      operationId: operation,
      summary,
      ...SECURED,
      externalDocs: { url: format, description: 'The whole format.' },
      requestBody: { required: true, content: json(request) },
      responses: {
        '200': { description: 'The answer.', content: { ...json(result), ...events } },
        ...errorResponses(form),
      },
    },
  }
}

const get = (operation: string, summary: string, result: JsonObject): JsonObject => ({
  operationId: operation,
  summary,
  ...SECURED,
  responses: {
    '200': { description: 'The answer.', content: json(result) },
    ...errorResponses('openai'),
  },
})

const LIST: JsonObject = object({
  object: { const: 'list' },
  data: { type: 'array', items: MODEL },
})

/** The paths of agent programs. After `/v1/gateway`, the path may contain the key. */
export function gatewayPaths(): JsonObject {
  const base = '/v1/gateway/v1'
  const name = { name: 'model', in: 'path', required: true, schema: TEXT }
  return {
    [`${base}/chat/completions`]: post(CHAT),
    [`${base}/responses`]: post(RESPONSES),
    [`${base}/messages`]: post(MESSAGES),
    [`${base}/messages/count_tokens`]: post(COUNT),
    [`${base}/models`]: { get: get('gatewayModels', 'The one model of the key, in a list.', LIST) },
    [`${base}/models/{model}`]: {
      get: { ...get('gatewayModel', 'The one model of the key.', MODEL), parameters: [name] },
    },
  }
}

export const GATEWAY_SECURITY: JsonObject = {
  gatewayKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The key of an episode that was opened with `gateway`. It may also stand in the path: ' +
      '/v1/gateway/KEY/v1/chat/completions.',
  },
  gatewayKeyHeader: {
    ...{ type: 'apiKey', in: 'header', name: 'x-api-key' },
    description: 'The same key, as clients of Anthropic send it.',
  },
}
