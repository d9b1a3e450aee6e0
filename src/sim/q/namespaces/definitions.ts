import type { Interpreter } from '../evaluate/interpreter.ts'
import type { Value } from '../values/value.ts'
import type { SystemVariable } from '../verbs/table.ts'
import { DEFINITIONS } from './tables/definitions.ts'

const values = new WeakMap<Interpreter, Map<string, Value>>()

/** The value of a definition written in q, compiled once per workspace. */
function read(q: Interpreter, name: string, source: string): Value {
  const known = values.get(q) ?? new Map<string, Value>()
  values.set(q, known)
  const before = known.get(name)
  if (before !== undefined) return before
  const { context } = q.environment
  q.environment.context = ''
  const value = q.evaluate(source)
  q.environment.context = context
  known.set(name, value)
  return value
}

/** The functions and constants of `.Q` and `.h` that are written in q. */
export const definitions: readonly SystemVariable[] = DEFINITIONS.map(([name, doc, source]) => ({
  name,
  doc,
  read: (q) => read(q, name, source),
}))
