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
export const toolSchemasIn = (settled: WithSettings): readonly ToolSchema[] =>
  toolsIn(settled).map((tool) => {
    const cached = schemas.get(tool)
    if (cached !== undefined) return cached
    const schema = toolSchema(tool)
    schemas.set(tool, schema)
    return schema
  })

/** The metrics of an episode: those of its environment, unless its settings choose others. */
export const metricsIn = ({ environment, settings }: WithSettings): readonly string[] =>
  environment.settings.metrics?.(settings) ?? environment.metrics
