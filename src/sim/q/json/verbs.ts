import { oneLine } from '../display/one-line.ts'
import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { itemsOf, textOf } from '../values/access.ts'
import { chars } from '../values/build.ts'
import type { Value } from '../values/value.ts'
import { unary, type Verb } from '../verbs/verb.ts'
import { fromJson } from './read.ts'
import { toJson } from './write.ts'

function write(value: Value, q: Interpreter, nullInfinities: boolean): Value {
  const { precision } = q.console
  const show = (inner: Value): string => oneLine(inner, precision)
  return chars(toJson(value, { precision, nullInfinities, show }))
}

/** `.j.jd (value;options)`: the option `null0w` writes infinities as null. */
function writeWithOptions(x: Value, q: Interpreter): Value {
  const [value, options] = itemsOf(x)
  if (value === undefined || options?.kind !== 'dictionary') return signal('type')
  const names = itemsOf(options.keys).map(textOf)
  const flag = itemsOf(options.values)[names.indexOf('null0w')]
  return write(value, q, flag?.kind === 'atom' && flag.value === 1)
}

/** A string, or lines of one. */
function readJson(x: Value): Value {
  return fromJson(x.kind === 'list' ? x.items.map(textOf).join('\n') : textOf(x))
}

/** The verbs of JSON. */
export const jsonVerbs: readonly Verb[] = [
  unary('.j.j', 'a value as JSON', (x, q) => write(x, q, false), { type: 100 }),
  unary('.j.jd', 'a value as JSON, with options', writeWithOptions, { type: 100 }),
  unary('.j.k', 'the value of JSON', readJson, { type: 100 }),
]
