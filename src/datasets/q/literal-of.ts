import { oneLine } from '../../sim/q/display/one-line.ts'
import { createSession, fromBytes, type Value } from '../../sim/q/index.ts'

/** Longer texts of values are not kept: a task is read by people too. */
const CHARACTERS_MAX = 20_000

/** A q expression that gives a value, attributes aside; undefined where no short one does. */
export function literalOf(value: Value): string | undefined {
  const shown = oneLine(value, 0)
  // On one line a table is the unary + of a dictionary, which no program may write.
  const text = fromBytes(shown.replaceAll(/(^|[(!;])\+(?=[`(])/g, '$1flip '))
  if (text.length > CHARACTERS_MAX) return undefined
  const read = createSession().evaluate(text).value
  return read !== undefined && oneLine(read, 0) === shown ? text : undefined
}
