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

/** The same as they are published. */
export const toolSchemasIn = (settled: WithSettings): readonly ToolSchema[] =>
  toolsIn(settled).map(toolSchema)

/** The metrics of an episode: those of its environment, unless its settings choose others. */
export const metricsIn = ({ environment, settings }: WithSettings): readonly string[] =>
  environment.settings.metrics?.(settings) ?? environment.metrics
