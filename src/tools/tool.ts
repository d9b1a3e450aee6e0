import { z } from 'zod'
import type { JsonObject } from '../sim/json.ts'
import type { Effectful } from './effect.ts'

/** What the kernel and a model need to know of a tool: its name, and what it takes. */
export interface ToolSignature {
  readonly name: string
  /** What the model reads about the tool, in the prompt. */
  readonly description: string
  readonly parameters: z.ZodType
}

/**
 * Something an agent may call. `Scene` is what the tool needs of the episode (the world, its part
 * of the state, a random stream); `Outcome` is what it changes and says. Tools are pure.
 */
export interface Tool<Arguments, Scene, Outcome> extends ToolSignature {
  readonly parameters: z.ZodType<Arguments>
  readonly run: (args: Arguments, scene: Scene) => Effectful<Outcome>
}

/** A tool as chat APIs describe it: the OpenAI function form with a JSON schema. */
export interface ToolSchema {
  readonly type: 'function'
  readonly function: {
    readonly name: string
    readonly description: string
    readonly parameters: JsonObject
  }
}

/** The published schema of a tool. Build it once: converting a schema takes a millisecond. */
export function toolSchema(tool: ToolSignature): ToolSchema {
  const { $schema: _, ...parameters } = z.toJSONSchema(tool.parameters, { io: 'input' })
  return {
    type: 'function',
    function: {
      name: tool.name,
      description: tool.description,
      parameters: parameters as unknown as JsonObject,
    },
  }
}
