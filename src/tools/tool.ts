import { z } from 'zod'
import type { JsonObject } from '../sim/json.ts'
import type { Effectful } from './effect.ts'
import { memoizeBy } from './memoize-by.ts'

/** A tool's name, description and parameters, for the kernel and the model. */
export interface ToolSignature {
  readonly name: string
  /** The description that the model reads in the prompt. */
  readonly description: string
  readonly parameters: z.ZodType
}

/**
 * A tool that an agent may call. `Scene` is what the tool needs from the episode (the world, part
 * of the state, a random stream). `Outcome` is what it changes and returns. Tools are pure.
 */
export interface Tool<Arguments, Scene, Outcome> extends ToolSignature {
  readonly parameters: z.ZodType<Arguments>
  readonly run: (args: Arguments, scene: Scene) => Effectful<Outcome>
}

/** A tool in the OpenAI function form with a JSON schema. */
export interface ToolSchema {
  readonly type: 'function'
  readonly function: {
    readonly name: string
    readonly description: string
    readonly parameters: JsonObject
  }
}

/** The published schema of a tool. It is cached, because the conversion takes a millisecond. */
export const toolSchema = memoizeBy((tool: ToolSignature): ToolSchema => {
  const { $schema: _, ...parameters } = z.toJSONSchema(tool.parameters, { io: 'input' })
  return {
    type: 'function',
    function: {
      name: tool.name,
      description: tool.description,
      parameters: parameters as unknown as JsonObject,
    },
  }
})
