import type { Interpreter } from '../evaluate/interpreter.ts'
import type { Value } from '../values/value.ts'
import type { SystemVariable } from '../verbs/table.ts'
import { DEFINITIONS } from './tables/definitions.ts'

const values = new WeakMap<Interpreter, Map<string, Value>>()

/** The value of a definition written in q, compiled once per workspace. */
function readDefinition(q: Interpreter, name: string, source: string): Value {
  const valuesByName = values.get(q) ?? new Map<string, Value>()
  values.set(q, valuesByName)
  const cached = valuesByName.get(name)
  if (cached !== undefined) return cached
  const { context } = q.environment
  q.environment.context = ''
  const value = q.evaluate(source)
  q.environment.context = context
  valuesByName.set(name, value)
  return value
}

/** The functions and constants of `.Q` and `.h` that are written in q. */
export const definitions: readonly SystemVariable[] = DEFINITIONS.map(([name, doc, source]) => ({
  name,
  doc,
  read: (q) => readDefinition(q, name, source),
}))
