import {
  fromJsonSchema,
  type JsonSchemaValidatorResult,
  type jsonSchemaValidator,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { EnvironmentDescription } from '../../../wire/results.ts'
import type { Host } from '../../host.ts'
import type { Caller } from '../../principal.ts'

type Schema = Readonly<Record<string, unknown>>

/** The tools that are there in every world. Those of worlds with such names get others. */
export const OWN_TOOLS = ['open_episode', 'say', 'close_episode'] as const

/** A tool of the worlds as MCP lists it: its own arguments, and the episode of the call. */
export interface WorldTool {
  /** As its world calls it. */
  readonly tool: string
  readonly name: string
  readonly description: string
  readonly inputSchema: ReturnType<typeof schemaOf>
}

/** What is served of some environments, made once for all callers. */
export interface McpTable {
  readonly openInput: ReturnType<typeof openInputOf>
  readonly worldTools: readonly WorldTool[]
  readonly names: ReadonlySet<string>
}

/** The environments that a place offers, if the caller may see them. */
async function offered(
  host: Host,
  caller: Caller,
  only: string | undefined,
): Promise<readonly string[]> {
  if (only === undefined) return (await host.call('env.list', caller, {})).map(({ env }) => env)
  return [(await host.call('env.describe', caller, { env: only })).env]
}

/**
 * What is served of the environments that a place offers.
 *
 * @param only one of them; undefined: all
 * @throws Fault `env/unknown`, `auth/missing`
 */
export async function tableOf(
  host: Host,
  caller: Caller,
  only: string | undefined,
): Promise<McpTable> {
  const ids = await offered(host, caller, only)
  const described = ids.map(async (env) => host.call('env.describe', caller, { env }))
  const tools = worldTools(await Promise.all(described))
  return {
    openInput: openInputOf(ids),
    worldTools: tools,
    names: new Set([...OWN_TOOLS, ...tools.map(({ name }) => name)]),
  }
}

const openInputOf = (ids: readonly string[]) =>
  z.object({
    env: z.enum(ids as [string, ...string[]]).default(ids[0] as string),
    split: z.string().default('train'),
    index: z.number().int().min(0).default(0),
    seed: z.number().int().min(0).optional(),
    open_key: z.string().optional().describe('The same key gives the same episode.'),
  })

const EPISODE = { type: 'string', description: 'The id that open_episode gave.' } as const

/**
 * The tools of some environments, one for each name. Where several have one of the same name, any
 * arguments are taken, since the episode tells which it is.
 */
function worldTools(environments: readonly EnvironmentDescription[]): readonly WorldTool[] {
  const byName = new Map<string, Omit<WorldTool, 'inputSchema'> & { readonly schema: Schema }>()
  for (const { env, tools } of environments) {
    for (const { function: tool } of tools) {
      const other = byName.get(tool.name)
      const before = other === undefined ? '' : `${other.description} `
      const isTaken = (OWN_TOOLS as readonly string[]).includes(tool.name)
      byName.set(tool.name, {
        tool: tool.name,
        name: isTaken ? `world_${tool.name}` : tool.name,
        description: `${before}[${env}] ${tool.description}`,
        schema: withEpisode(other === undefined ? tool.parameters : {}),
      })
    }
  }
  return [...byName.values()].map(({ schema, ...tool }) => ({
    ...tool,
    inputSchema: schemaOf(schema),
  }))
}

/** The world itself judges arguments, in words that a model can learn from. */
const schemaOf = (schema: Schema) => fromJsonSchema<Record<string, unknown>>(schema, ANYTHING)

const ANYTHING: jsonSchemaValidator = {
  getValidator<Value>(): (input: unknown) => JsonSchemaValidatorResult<Value> {
    return (input) => ({ valid: true, data: input as Value, errorMessage: undefined })
  },
}

function withEpisode(parameters: Schema): Schema {
  const { properties = {}, required = [] } = parameters as {
    readonly properties?: Schema
    readonly required?: readonly string[]
  }
  return {
    ...parameters,
    type: 'object',
    properties: { episode_id: EPISODE, ...properties },
    required: ['episode_id', ...required],
  }
}
