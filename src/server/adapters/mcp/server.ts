import {
  fromJsonSchema,
  type JsonSchemaValidatorResult,
  type jsonSchemaValidator,
  McpServer,
  ResourceTemplate,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { EnvironmentDescription } from '../../../wire/results.ts'
import { ownVersion } from '../../own-version.ts'
import {
  closeEpisode,
  openEpisode,
  type PlayOptions,
  readable,
  takeTurn,
  taskText,
} from './play.ts'
import { worldTools } from './tools.ts'

const episodeId = z.string().describe('The id that open_episode gave.')

/** The tools, the prompt and the resource of some environments, for one caller. */
export function mcpServer(
  options: PlayOptions,
  environments: readonly EnvironmentDescription[],
): McpServer {
  const server = new McpServer({ name: 'backchannel', version: ownVersion() })
  const ids = environments.map(({ env }) => env)
  const openInput = z.object({
    env: z.enum(ids as [string, ...string[]]).default(ids[0] as string),
    split: z.string().default('train'),
    index: z.number().int().min(0).default(0),
    seed: z.number().int().min(0).optional(),
    open_key: z.string().optional().describe('The same key gives the same episode.'),
  })
  const opening = 'Opens an episode and gives its task and its episode_id.'
  server.registerTool('open_episode', { description: opening, inputSchema: openInput }, (given) =>
    readable(options, () => openEpisode(options, given)),
  )
  const sayInput = z.object({ episode_id: episodeId, content: z.string() })
  const saying = 'Says something in an episode without calling a tool, such as a final answer.'
  server.registerTool('say', { description: saying, inputSchema: sayInput }, (given) =>
    readable(options, () => takeTurn(options, given.episode_id, { content: given.content })),
  )
  const closeInput = z.object({ episode_id: episodeId })
  const closing = 'Ends an episode and gives its account.'
  server.registerTool('close_episode', { description: closing, inputSchema: closeInput }, (given) =>
    readable(options, () => closeEpisode(options, given)),
  )
  addWorldTools(server, options, environments)
  const task = { description: 'The task of an episode.' }
  server.registerPrompt(
    'task',
    { ...task, argsSchema: closeInput },
    async ({ episode_id: id }) => ({
      messages: [{ role: 'user', content: { type: 'text', text: await taskText(options, id) } }],
    }),
  )
  const template = new ResourceTemplate('episode://{episode_id}/task', { list: undefined })
  server.registerResource('task', template, task, async (uri, { episode_id: id }) => ({
    contents: [{ uri: uri.href, text: await taskText(options, String(id)) }],
  }))
  return server
}

function addWorldTools(
  server: McpServer,
  options: PlayOptions,
  environments: readonly EnvironmentDescription[],
): void {
  for (const { name, description, inputSchema } of worldTools(environments)) {
    // The world itself judges arguments, in words that a model can learn from.
    const schema = fromJsonSchema<Record<string, unknown>>(inputSchema, ANYTHING)
    server.registerTool(
      name,
      { description, inputSchema: schema },
      ({ episode_id: id, ...given }) =>
        readable(options, () => {
          const call = { id: 'call_1', type: 'function', function: { name, arguments: given } }
          return takeTurn(options, id, { tool_calls: [call] })
        }),
    )
  }
}

const ANYTHING: jsonSchemaValidator = {
  getValidator<Value>(): (input: unknown) => JsonSchemaValidatorResult<Value> {
    return (input) => ({ valid: true, data: input as Value, errorMessage: undefined })
  },
}
