import { McpServer, ResourceTemplate } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { ownVersion } from '../../own-version.ts'
import {
  closeEpisode,
  openEpisode,
  type PlayOptions,
  readable,
  takeTurn,
  taskText,
} from './play.ts'
import type { McpTable } from './tools.ts'

const episodeId = z.string().describe('The id that open_episode gave.')
const ofEpisode = z.object({ episode_id: episodeId })
const sayInput = z.object({ episode_id: episodeId, content: z.string() })

/**
 * The tools, the prompt and the resource of some environments, for one caller.
 *
 * @param only the one tool that is called: a server for one call needs no others
 */
export function mcpServer(options: PlayOptions, table: McpTable, only?: string): McpServer {
  const server = new McpServer({ name: 'backchannel', version: ownVersion() })
  const isAsked = (name: string): boolean => only === undefined || only === name
  if (isAsked('open_episode')) {
    const description = 'Opens an episode and gives its task and its episode_id.'
    const config = { description, inputSchema: table.openInput }
    server.registerTool('open_episode', config, (given) =>
      readable(options, () => openEpisode(options, given)),
    )
  }
  if (isAsked('say')) {
    const description =
      'Says something in an episode without calling a tool, such as a final answer.'
    server.registerTool('say', { description, inputSchema: sayInput }, (given) =>
      readable(options, () => takeTurn(options, given.episode_id, { content: given.content })),
    )
  }
  if (isAsked('close_episode')) {
    const description = 'Ends an episode and gives its account.'
    server.registerTool('close_episode', { description, inputSchema: ofEpisode }, (given) =>
      readable(options, () => closeEpisode(options, given)),
    )
  }
  for (const { tool, name, description, inputSchema } of table.worldTools) {
    if (!isAsked(name)) continue
    server.registerTool(name, { description, inputSchema }, ({ episode_id: id, ...given }) =>
      readable(options, () => {
        const called = { name: tool, arguments: given }
        return takeTurn(options, id, {
          tool_calls: [{ id: 'call_1', type: 'function', function: called }],
        })
      }),
    )
  }
  if (only === undefined) addTasks(server, options)
  return server
}

/** The task of an episode, as a prompt and as a resource. */
function addTasks(server: McpServer, options: PlayOptions): void {
  const task = { description: 'The task of an episode.' }
  server.registerPrompt('task', { ...task, argsSchema: ofEpisode }, async ({ episode_id: id }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: await taskText(options, id) } }],
  }))
  const template = new ResourceTemplate('episode://{episode_id}/task', { list: undefined })
  server.registerResource('task', template, task, async (uri, { episode_id: id }) => ({
    contents: [{ uri: uri.href, text: await taskText(options, String(id)) }],
  }))
}
