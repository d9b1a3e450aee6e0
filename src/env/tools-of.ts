import type { JsonObject } from '../sim/json.ts'
import { type ToolSchema, type ToolSignature, toolSchema } from '../tools/tool.ts'
import type { AnyEnvironment } from './environment.ts'

/** What decides which tools an episode has. */
export interface ToolsAsked {
  readonly environment: Pick<AnyEnvironment, 'tools' | 'toolsOf'>
  readonly settings: JsonObject
}

/** The tools of an episode: those of its environment, unless its settings choose others. */
export const toolsIn = ({ environment, settings }: ToolsAsked): readonly ToolSignature[] =>
  environment.toolsOf?.(settings) ?? environment.tools

const schemas = new WeakMap<ToolSignature, ToolSchema>()

/** The same as they are published; a schema takes a while to write down and is made once. */
export const toolSchemasIn = (asked: ToolsAsked): readonly ToolSchema[] =>
  toolsIn(asked).map((tool) => {
    const known = schemas.get(tool)
    if (known !== undefined) return known
    const made = toolSchema(tool)
    schemas.set(tool, made)
    return made
  })
