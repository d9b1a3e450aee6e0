import type { JsonObject } from '../../sim/json.ts'
import type { ToolCall } from '../message.ts'

/** The result of parsing a model's raw text. */
export interface RawTurn {
  readonly content: string
  readonly calls: readonly ToolCall[]
  /** The reason why the text is not a valid turn, for the model. */
  readonly malformed?: string
}

/** Returns the JSON schema of a tool's parameters, or undefined for an unknown tool. */
export type ParametersOf = (tool: string) => JsonObject | undefined

/** A sample text of the dialect with the calls that it contains. */
interface Example {
  readonly text: string
  readonly content: string
  readonly calls: readonly { readonly name: string; readonly arguments: JsonObject }[]
}

/**
 * The tool call syntax of some model families. `read` never throws and takes linear time.
 * An unreadable call gets arguments that are not an object, and the environment tells the model.
 */
export interface Dialect {
  /** The model families whose templates use this syntax. */
  readonly families: string
  /** The syntax in one line. Words in capitals are placeholders. */
  readonly grammar: string
  /** The name of vLLM's parser for this syntax. */
  readonly vllm: string
  /** Tokens that end a turn, as text. The parser ignores the text after one. */
  readonly ends: readonly string[]
  /** The marks around a thought at the start of a turn, if they are not `<think>`. */
  readonly thoughts?: readonly [open: string, close: string]
  /** Whether the model names its calls, and expects their answers under these names. */
  readonly namesCalls?: true
  /** Sample for the tools `look_up {query: string, limit?: integer}` and `hang_up {}`. */
  readonly examples: readonly Example[]
  readonly read: (text: string, parametersOf: ParametersOf) => RawTurn
}

/** Maximum number of calls per text. The rest is read as content. */
export const CALLS_MAX = 64
