import { McpServer, ProtocolError, ResourceTemplate } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { rpcError } from '../../../wire/faults.ts'
import { checkDepth } from '../../../wire/rpc.ts'
import { countedFault } from '../../as-fault.ts'
import { ownVersion } from '../../own-version.ts'
import { type PlayOptions, readable, taskText } from './play.ts'
import type { McpTable, ServedTool } from './tools.ts'

/** The tools and episode that an MCP address serves. */
interface McpEndpoint {
  readonly table: McpTable
  /** The one episode that the address names; its tools need no `episode_id`. */
  readonly episode?: string | undefined
  /** The names of the world's tools that this episode has. Default: all tools. */
  readonly served?: ReadonlySet<string> | undefined
  /** The only tool to register, for a server that is created for one call. */
  readonly only?: ServedTool | undefined
}

/** The tools, the prompt and the resource of an address, for one caller. */
export function mcpServer(
  options: PlayOptions,
  { table, episode, served, only }: McpEndpoint,
): McpServer {
  const server = new McpServer({ name: 'backchannel', version: ownVersion() })
  for (const tool of only === undefined ? table.values() : [only]) {
    const { name, description, inputSchema, ownSchema, isOwn, run } = tool
    if (!isOwn && served?.has(name) === false) continue
    const schema = episode === undefined ? inputSchema : ownSchema
    if (schema === undefined) continue
    server.registerTool(name, { description, inputSchema: schema }, (args) => {
      const fullArgs = episode === undefined ? args : { ...args, episode_id: episode }
      return readable(options, async () => {
        checkDepth(fullArgs)
        return run(options, fullArgs)
      })
    })
  }
  if (only !== undefined) return server
  if (episode === undefined) addTasks(server, options)
  else addTask(server, options, episode)
  return server
}

const TASK = { description: 'The task of an episode.' }
const ofEpisode = z.object({ episode_id: z.string().describe('The id that open_episode gave.') })
const userPrompt = (text: string) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
})

/** The task of an episode. Failures are protocol errors that contain our fault code. */
async function readTask(options: PlayOptions, episode: string): Promise<string> {
  try {
    return await taskText(options, episode)
  } catch (error) {
    const { code, message, data } = rpcError(countedFault(options.host, error, options.log))
    throw new ProtocolError(Number(code), String(message), data)
  }
}

/** Adds the task of any episode, as a prompt and as a resource. */
function addTasks(server: McpServer, options: PlayOptions): void {
  const config = { ...TASK, argsSchema: ofEpisode }
  server.registerPrompt('task', config, async ({ episode_id: id }) =>
    userPrompt(await readTask(options, id)),
  )
  const template = new ResourceTemplate('episode://{episode_id}/task', { list: undefined })
  server.registerResource('task', template, TASK, async (uri, { episode_id: id }) => ({
    contents: [{ uri: uri.href, text: await readTask(options, String(id)) }],
  }))
}

/** Adds the task of the only episode. */
function addTask(server: McpServer, options: PlayOptions, episode: string): void {
  server.registerPrompt('task', TASK, async () => userPrompt(await readTask(options, episode)))
  server.registerResource('task', `episode://${episode}/task`, TASK, async (uri) => ({
    contents: [{ uri: uri.href, text: await readTask(options, episode) }],
  }))
}
