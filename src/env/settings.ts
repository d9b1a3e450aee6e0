import type { JsonObject } from '../sim/json.ts'
import { type ToolSchema, type ToolSignature, toolSchema } from '../tools/tool.ts'
import type { AnyEnvironment } from './plugin.ts'
import type { BaseTask } from './task-data.ts'

/**
 * The settings of an episode on a task: some may leave to the task what they are. They are fixed at
 * its opening and recorded there, so that nothing later has to ask again.
 *
 * @param asked as the environment's schema has read them
 */
export const settingsFor = (
  { settings }: Pick<AnyEnvironment, 'settings'>,
  asked: JsonObject,
  task: BaseTask & JsonObject,
): JsonObject => settings.resolve?.(asked, task) ?? asked

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

/** Whether a turn without calls can be the final answer of an episode. */
export const takesAnswers = (
  environment: Pick<AnyEnvironment, 'settings' | 'turnRules'>,
  settings: JsonObject,
): boolean =>
  environment.turnRules.isFinalAnswer !== undefined &&
  environment.settings.takesAnswers?.(settings) !== false

/** The metrics of an episode: those of its environment, unless its settings choose others. */
export const metricsIn = ({ environment, settings }: WithSettings): readonly string[] =>
  environment.settings.metrics?.(settings) ?? environment.metrics
