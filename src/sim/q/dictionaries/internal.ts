import { oneLine } from '../display/one-line.ts'
import { notYet } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { attributeName } from '../tables/meta.ts'
import { textOf } from '../values/access.ts'
import { chars, symbol } from '../values/build.ts'
import { isSymbolic } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { findVerb } from '../verbs/registry.ts'

/** What `-n!x` is, where a keyword does the same. */
const KEYWORDS: ReadonlyMap<number, string> = new Map([
  [-5, 'parse'],
  [-6, 'eval'],
  [-7, 'hcount'],
  [-12, '.Q.host'],
  [-13, '.Q.addr'],
  [-15, 'md5'],
  [-24, 'reval'],
  [-29, '.j.k'],
  [-31, '.j.jd'],
])

/** `-n!x`: functions by number; `0N!x` prints x on one line and gives it. */
export function internal(number: number, x: Value, q: Interpreter): Value {
  if (Number.isNaN(number)) {
    q.print(`${oneLine(x, q.console.precision)}\n`)
    return x
  }
  if (number === -3) return chars(oneLine(x, q.console.precision))
  if (number === -2) return attributeName(x)
  if (number === -1) return symbol(`:${textOf(x).replace(/^:/, '')}`)
  if (number === -11 && x.kind === 'atom' && isSymbolic(x.type)) return x
  const verb = findVerb(KEYWORDS.get(number) ?? '')
  return verb?.unary === undefined ? notYet() : verb.unary(x, q)
}
