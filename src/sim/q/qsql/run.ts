import { notYet } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import type { Resolve } from '../evaluate/tree.ts'
import type { QueryWord } from '../parser/ast.ts'
import type { Value } from '../values/value.ts'

/**
 * Runs a query in its functional form: `parts` are where, by, columns, and a limit and an order
 * when there are any, all as parse trees. Names are columns first, then what `locals` knows.
 */
export function runQuery(
  q: Interpreter,
  word: QueryWord,
  source: Value,
  parts: readonly Value[],
  locals: Resolve,
): Value {
  void [q, word, source, parts, locals]
  return notYet()
}
