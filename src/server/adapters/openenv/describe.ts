import type { EnvironmentDescription } from '../../../wire/results.ts'
import { ownVersion } from '../../own-version.ts'

/** The pages that describe an environment to OpenEnv's clients and checks. */

const text = { type: 'string' } as const
const anything = { type: 'object', additionalProperties: true } as const
const messages = { type: 'array', items: anything } as const

/** One required member, because clients put replies that are not JSON into it. */
const ACTION = {
  title: 'AssistantTurn',
  description:
    'One assistant turn: "message" is the raw text of the model, tool calls included. ' +
    'It also accepts the message of a chat completion, in the OpenAI form.',
  type: 'object',
  properties: { message: { ...text, description: 'The whole reply of the model.' } },
  required: ['message'],
} as const

const observation = (title: string, properties: object) => ({
  title,
  type: 'object',
  properties: {
    messages: { ...messages, description: 'Chat messages to append, in the OpenAI form.' },
    text: { ...text, description: 'Their contents, joined.' },
    metadata: { ...anything, description: 'After a reset with metadata_in_observation.' },
    ...properties,
    reward: { type: ['number', 'null'] },
    done: { type: 'boolean' },
  },
  required: ['messages', 'text'],
})

export const schemaPage = () => ({
  action: ACTION,
  observation: observation('Observation', {}),
  reset_observation: observation('Opening', { tool_schemas: messages }),
  state: {
    title: 'State',
    type: 'object',
    properties: {
      episode_id: { type: ['string', 'null'] },
      step_count: { type: 'integer', minimum: 0 },
    },
    required: ['episode_id', 'step_count'],
  },
})

export const metadataPage = ({ env, title, description }: EnvironmentDescription) => ({
  name: env,
  description: `${title}: ${description}`,
  version: ownVersion(),
})

/** An OpenAPI page with the common requests and answers, for tools that look for one. */
export function openApiPage({ env, title }: EnvironmentDescription) {
  const answered = { responses: { 200: { description: 'OK' } } }
  const taking = (content: object) => ({
    post: { ...answered, requestBody: { content: { 'application/json': { schema: content } } } },
  })
  const got = { get: answered }
  return {
    openapi: '3.1.0',
    info: { title: `${title} (${env})`, version: `1.0.0+${ownVersion()}` },
    paths: {
      '/health': got,
      '/metadata': got,
      '/schema': got,
      '/state': got,
      '/reset': taking(anything),
      '/step': taking({ type: 'object', properties: { action: ACTION }, required: ['action'] }),
      '/mcp': taking(anything),
    },
  }
}
