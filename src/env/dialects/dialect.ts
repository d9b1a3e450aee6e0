import type { JsonObject } from '../../sim/json.ts'
import type { ToolCall } from '../message.ts'

/** What was read from a model's raw text. */
export interface RawTurn {
  readonly content: string
  readonly calls: readonly ToolCall[]
  /** Why the text is no turn, in words for the model. */
  readonly malformed?: string
}

/** The JSON schema of a tool's parameters; undefined for a tool that there is not. */
export type ParametersOf = (tool: string) => JsonObject | undefined

/** A text of the form, and the calls that it has. */
interface Example {
  readonly text: string
  readonly content: string
  readonly calls: readonly { readonly name: string; readonly arguments: JsonObject }[]
}

/**
 * How the models of some families write tool calls. `read` is total, and linear in the length of
 * the text: a call that cannot be read becomes one whose arguments are no object, which the model
 * is told.
 */
export interface Dialect {
  /** The families whose templates write so. */
  readonly families: string
  /** The form in one line; words in capitals stand for what is filled in. */
  readonly grammar: string
  /** The name of vLLM's own reader of the form. */
  readonly vllm: string
  /** Tokens that end a turn, as texts. What stands behind one is not read. */
  readonly ends: readonly string[]
  /** Read with the tools `look_up {query: string, limit?: integer}` and `hang_up {}`. */
  readonly examples: readonly Example[]
  readonly read: (text: string, parametersOf: ParametersOf) => RawTurn
}

/** Calls of one text beyond these are read as content. */
export const CALLS_MAX = 64
