import { type JsonObject, withinDepth } from '../../../sim/json.ts'

/** The member that has the arguments of a call whose text is no JSON object. */
const UNREADABLE = 'unreadable_arguments'
/** So many levels fit into a request that sends the arguments back. */
const DEPTH_MAX = 24

/**
 * The arguments of a call as Anthropic's form has them, an object. Models may write text that is
 * none, or nest it without end: a tool then gets the text in a member that its schema does not
 * have, and refuses it.
 */
export function inputOf(args: string): JsonObject {
  try {
    const value: unknown = JSON.parse(args === '' ? '{}' : args)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (isObject && withinDepth(value, DEPTH_MAX)) return value as JsonObject
  } catch {
    // The text goes to the tool as it is.
  }
  return { [UNREADABLE]: args }
}

/** The text of arguments that an agent sends back: for unreadable ones, what the model wrote. */
export function argumentsOf(input: JsonObject): string {
  const { [UNREADABLE]: text, ...others } = input
  const isUnreadable = typeof text === 'string' && Object.keys(others).length === 0
  return isUnreadable ? text : JSON.stringify(input)
}
