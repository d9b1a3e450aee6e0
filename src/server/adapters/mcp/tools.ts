import type { EnvironmentDescription } from '../../../wire/results.ts'

type Schema = Readonly<Record<string, unknown>>

/** A tool of the worlds as MCP lists it: its own arguments, and the episode of the call. */
export interface WorldTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: Schema
}

const EPISODE = { type: 'string', description: 'The id that open_episode gave.' } as const

/**
 * The tools of some environments, one for each name. Where several have one of the same name, any
 * arguments are taken, since the episode tells which it is.
 */
export function worldTools(environments: readonly EnvironmentDescription[]): readonly WorldTool[] {
  const byName = new Map<string, WorldTool>()
  for (const { env, tools } of environments) {
    for (const { function: tool } of tools) {
      const other = byName.get(tool.name)
      const before = other === undefined ? '' : `${other.description} `
      byName.set(tool.name, {
        name: tool.name,
        description: `${before}[${env}] ${tool.description}`,
        inputSchema: withEpisode(other === undefined ? tool.parameters : {}),
      })
    }
  }
  return [...byName.values()]
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
