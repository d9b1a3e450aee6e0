import { consoleText } from '../../sim/q/display/console.ts'
import { createSession, fromBytes, type Session, type Value } from '../../sim/q/index.ts'
import { callArguments } from '../../sim/q-problems/judge/judge.ts'
import { Q_LIMITS, sessionLimits } from '../../sim/q-problems/judge/limits.ts'

const session = (): Session => createSession({ limits: sessionLimits(Q_LIMITS, undefined) })

/** A solution's result for a call, or its error. */
type Outcome = { readonly value: Value; readonly text: string } | { readonly error: string }

/** Calls a solution in a workspace of its own. */
export function tryCall(solution: string, entry: string, args: readonly string[]): Outcome {
  const workspace = session()
  const loadResult = workspace.load(solution)
  if (loadResult.error !== undefined) return { error: loadResult.error.name }
  const target = workspace.read(entry)
  const cleanSession = session()
  const values = args.map((text) => cleanSession.evaluate(text).value)
  if (target === undefined || values.includes(undefined)) return { error: `no ${entry}` }
  const { value, error } = workspace.apply(target, callArguments(values as readonly Value[]))
  if (value === undefined) return { error: error?.name ?? 'exit' }
  const text = fromBytes(consoleText(value, { rows: 25, columns: 80, precision: 7 }))
  return { value, text: text.trim() }
}

/** The error of an expression; undefined if it has a value. */
export function findError(expression: string): string | undefined {
  return session().evaluate(expression).error?.name
}

/** The values of expressions after the statements that they need; undefined after an error. */
export function valuesAfter(
  statements: string,
  expressions: readonly string[],
): readonly Value[] | undefined {
  const workspace = session()
  if (workspace.load(statements).error !== undefined) return undefined
  const values = expressions.map((text) => workspace.evaluate(text).value)
  return values.includes(undefined) ? undefined : (values as readonly Value[])
}
