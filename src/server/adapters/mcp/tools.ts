import {
  fromJsonSchema,
  type JsonSchemaValidatorResult,
  type jsonSchemaValidator,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { oneCall } from '../../../env/message.ts'
import type { JsonObject } from '../../../sim/json.ts'
import type { EnvironmentDescription } from '../../../wire/results.ts'
import type { Host } from '../../host.ts'
import type { Caller } from '../../principal.ts'
import { parseRequest } from '../task-requests.ts'
import { servedName } from './names.ts'
import {
  closeEpisodeTool,
  openEpisodeTool,
  type PlayOptions,
  type ToolAnswer,
  takeTurn,
} from './play.ts'

type Arguments = Readonly<Record<string, unknown>>
type InputSchema = ReturnType<typeof toSchema>

/** A tool as MCP lists it and calls it. */
export interface ServedTool {
  readonly name: string
  readonly description: string
  /** Its arguments, including the `episode_id` if it needs one. */
  readonly inputSchema: InputSchema
  /** Its arguments if the address names the episode; undefined if it is not available there. */
  readonly ownSchema: InputSchema | undefined
  /** Whether every episode has this tool, whatever its settings say. */
  readonly isOwn: boolean
  /** @param args its arguments, including `episode_id` */
  run(options: PlayOptions, args: Arguments): Promise<ToolAnswer>
}

/** The tools of some environments by name, created once for all callers. */
export type McpTable = ReadonlyMap<string, ServedTool>

/**
 * Creates the tools of the environments at an address.
 *
 * @param onlyTool one of them; undefined for all
 * @throws Fault `env/unknown`, `auth/missing`, `auth/forbidden`
 */
export async function createTable(
  host: Host,
  caller: Caller,
  onlyTool: string | undefined,
): Promise<McpTable> {
  const ids =
    onlyTool === undefined
      ? (await host.call('env.list', caller, {})).map(({ env }) => env)
      : [onlyTool]
  const described = ids.map(async (env) => host.call('env.describe', caller, { env }))
  const tools = [...ownTools(ids), ...worldTools(await Promise.all(described))]
  return new Map(tools.map((tool) => [tool.name, tool]))
}

const episodeId = z.string().describe('The id that open_episode gave.')
const ofEpisode = z.object({ episode_id: episodeId })
const content = z.string()

const ownTools = (ids: readonly string[]): readonly ServedTool[] => [
  {
    ...ownTool(openInput(ids), openEpisodeTool),
    name: 'open_episode',
    description: 'Opens an episode and gives its task and its episode_id.',
    ownSchema: undefined,
  },
  {
    ...ownTool(ofEpisode.extend({ content }), (options, { episode_id: episode, content: text }) =>
      takeTurn(options, episode, { content: text }),
    ),
    name: 'say',
    description:
      'Says something in an episode without calling a tool, such as a final answer. ' +
      'A tool of the world by this name is world_say.',
    ownSchema: inputSchema(z.object({ content })),
  },
  {
    ...ownTool(ofEpisode, closeEpisodeTool),
    name: 'close_episode',
    description: 'Ends an episode and gives its account.',
    ownSchema: inputSchema(z.object({})),
  },
]

/** A tool of the server itself. It checks its arguments, so that errors have our fault codes. */
const ownTool = <Value extends Arguments>(
  schema: z.ZodObject & z.ZodType<Value>,
  run: (options: PlayOptions, args: Value) => Promise<ToolAnswer>,
) => ({
  inputSchema: inputSchema(schema),
  isOwn: true,
  run: async (options: PlayOptions, args: Arguments) => run(options, parseRequest(schema, args)),
})

const inputSchema = (schema: z.ZodObject) => toSchema(z.toJSONSchema(schema, { io: 'input' }))

const openInput = (ids: readonly string[]) =>
  z.object({
    env: z.enum(ids as [string, ...string[]]).default(ids[0] as string),
    split: z.string().default('train'),
    index: z.number().int().min(0).default(0),
    seed: z.number().int().min(0).optional(),
    settings: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('How the world is set, by its settings_schema.'),
    open_key: z.string().optional().describe('The same key gives the same episode.'),
  })

const EPISODE = { type: 'string', description: 'The id that open_episode gave.' } as const

/** A tool of a world, with the descriptions of all environments that have it. */
interface Named {
  readonly described: string
  /**
   * Undefined if several environments have a tool of this name; then any arguments are accepted.
   */
  readonly schema: Arguments | undefined
}

/**
 * The tools of some environments, one for each name. If several environments have a tool of the
 * same name, any arguments are accepted, because the episode decides which tool it is.
 */
function worldTools(environments: readonly EnvironmentDescription[]): readonly ServedTool[] {
  const byName = new Map<string, Named>()
  for (const { env, tools, more_tools: moreTools } of environments) {
    for (const { function: tool } of [...tools, ...moreTools]) {
      const sameName = byName.get(tool.name)
      const prefix = sameName === undefined ? '' : `${sameName.described} `
      byName.set(tool.name, {
        described: `${prefix}[${env}] ${tool.description}`,
        schema: sameName === undefined ? tool.parameters : undefined,
      })
    }
  }
  return [...byName].map(([name, { described, schema = {} }]) => worldTool(name, described, schema))
}

const worldTool = (name: string, description: string, schema: Arguments): ServedTool => ({
  name: servedName(name),
  description,
  inputSchema: toSchema(withEpisode(schema)),
  ownSchema: toSchema({ ...schema, type: 'object' }),
  isOwn: false,
  run: (options, { episode_id: episode, ...given }) =>
    takeTurn(options, episode, oneCall(name, given as JsonObject)),
})

/** The schema is only shown. A world checks arguments itself and answers in words for the model. */
const toSchema = (schema: Arguments) => fromJsonSchema<Record<string, unknown>>(schema, ANYTHING)

const ANYTHING: jsonSchemaValidator = {
  getValidator<Value>(): (input: unknown) => JsonSchemaValidatorResult<Value> {
    return (input) => ({ valid: true, data: input as Value, errorMessage: undefined })
  },
}

function withEpisode(parameters: Arguments): Arguments {
  const { properties = {}, required = [] } = parameters as {
    readonly properties?: Arguments
    readonly required?: readonly string[]
  }
  return {
    ...parameters,
    type: 'object',
    properties: { episode_id: EPISODE, ...properties },
    required: ['episode_id', ...required],
  }
}
