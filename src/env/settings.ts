import type { JsonObject } from '../sim/json.ts'
import { type ToolSchema, type ToolSignature, toolSchema } from '../tools/tool.ts'
import type { AnyEnvironment } from './plugin.ts'

/** An environment with the settings of an episode, which decide its tools and metrics. */
export interface WithSettings {
  readonly environment: Pick<AnyEnvironment, 'tools' | 'metrics' | 'settings'>
  readonly settings: JsonObject
}

/** The tools of an episode: those of its environment, unless its settings choose others. */
export const toolsIn = ({ environment, settings }: WithSettings): readonly ToolSignature[] =>
  environment.settings.tools?.(settings) ?? environment.tools

const schemas = new WeakMap<ToolSignature, ToolSchema>()

/** The same as they are published; a schema takes a while to write down and is made once. */
export const toolSchemasIn = (chosen: WithSettings): readonly ToolSchema[] =>
  toolsIn(chosen).map((tool) => {
    const known = schemas.get(tool)
    if (known !== undefined) return known
    const made = toolSchema(tool)
    schemas.set(tool, made)
    return made
  })

/** The metrics of an episode: those of its environment, unless its settings choose others. */
export const metricsIn = ({ environment, settings }: WithSettings): readonly string[] =>
  environment.settings.metrics?.(settings) ?? environment.metrics
