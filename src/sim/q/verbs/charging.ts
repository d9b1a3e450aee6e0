import { countOf } from '../values/access.ts'
import { spendReading } from '../values/meter.ts'
import type { Value } from '../values/value.ts'
import { isDenied, type Verb } from './verb.ts'

/**
 * Verbs that charge for their own work, or whose work does not grow with their arguments. All
 * others are charged for reading their arguments before they begin.
 */
const PAYING = new Set(
  `+ - * % & | = <> < > <= >= and or not neg abs floor div mod
   count first last type enlist :: : @ . , # _ ! ? in value get key til $`.split(/\s+/),
)

/** The number of top-level items of a value; for a table, of all columns. */
function valueSize(value: Value): number {
  if (value.kind === 'atom') return 0
  if (value.kind === 'table') return value.names.length * countOf(value)
  if (value.kind === 'dictionary') return valueSize(value.keys) + valueSize(value.values)
  return value.kind === 'vector' || value.kind === 'list' ? countOf(value) : 0
}

/** The verb with its charge: its own, or by the size of its arguments. */
export function withCharge(verb: Verb): Verb {
  if (PAYING.has(verb.name) || isDenied(verb)) return verb
  const { unary, binary, nary } = verb
  return {
    ...verb,
    ...(unary && {
      unary: (x, q) => {
        if (x.kind !== 'atom') spendReading(valueSize(x))
        return unary(x, q)
      },
    }),
    ...(binary && {
      binary: (x, y, q) => {
        if (x.kind !== 'atom' || y.kind !== 'atom') spendReading(valueSize(x) + valueSize(y))
        return binary(x, y, q)
      },
    }),
    ...(nary && {
      nary: {
        ...nary,
        apply: (args, q) => {
          spendReading(args.reduce((total, argument) => total + valueSize(argument), 0))
          return nary.apply(args, q)
        },
      },
    }),
  }
}
