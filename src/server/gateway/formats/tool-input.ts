import { isWithinDepth, type JsonObject } from '../../../sim/json.ts'
import { isObject } from '../../../tools/json-object.ts'

/** The member for arguments that are not a JSON object. */
const UNREADABLE = 'unreadable_arguments'
/** Arguments with this depth still fit into a request that sends them back. */
const DEPTH_MAX = 24

/**
 * The arguments of a call as an object, which Anthropic's form requires. If the model's text is not
 * a JSON object, or too deeply nested, the text goes into a member that no schema has. The tool
 * then refuses it.
 */
export function parseInput(args: string): JsonObject {
  try {
    const value: unknown = JSON.parse(args === '' ? '{}' : args)
    if (isObject(value) && isWithinDepth(value, DEPTH_MAX)) return value as JsonObject
  } catch {
    // The tool gets the text unchanged.
  }
  return { [UNREADABLE]: args }
}

/**
 * The JSON text of `parseInput`. The model's own text is kept, because JavaScript rounds numbers
 * beyond 2^53, such as ids with 64 bits.
 */
export function inputText(args: string): string {
  const input = parseInput(args)
  return args === '' || UNREADABLE in input ? JSON.stringify(input) : args
}

/**
 * The text of arguments that an agent sends back. For unreadable ones, it is the model's own text.
 */
export function formatArguments(input: JsonObject): string {
  const { [UNREADABLE]: text, ...others } = input
  const isUnreadable = typeof text === 'string' && Object.keys(others).length === 0
  return isUnreadable ? text : JSON.stringify(input)
}
