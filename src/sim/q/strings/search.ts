import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { isString, textOf } from '../values/access.ts'
import { bool, bools, chars, collapse, dictionary, longs } from '../values/build.ts'
import { reserveText } from '../values/meter.ts'
import { CHAR, isSymbolic } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { isFunction } from '../values/value.ts'
import { isLike, occurrences, type Pattern, patternOf } from './pattern.ts'

/** `x like y`: whether strings or symbols are as a pattern says. */
export function like(x: Value, y: Value): Value {
  return likePattern(x, patternOf(textOf(y)))
}

function likePattern(x: Value, pattern: Pattern): Value {
  if (x.kind === 'atom') return bool(isLike(textOf(x), pattern))
  if (x.kind === 'dictionary') return dictionary(x.keys, likePattern(x.values, pattern))
  if (x.kind === 'list') return collapse(x.items.map((item) => likeText(item, pattern)))
  if (x.kind !== 'vector') return signal('type')
  if (x.type === CHAR) return bool(isLike(textOf(x), pattern))
  if (!isSymbolic(x.type)) return signal('type')
  return bools(Uint8Array.from(x.data as string[], (name) => (isLike(name, pattern) ? 1 : 0)))
}

/** An item of a list is a string or a symbol: what is nested deeper is none. */
const likeText = (x: Value, pattern: Pattern): Value =>
  x.kind === 'atom' || isString(x) || (x.kind === 'list' && x.items.length === 0)
    ? bool(isLike(textOf(x), pattern))
    : signal('type')

/** `x ss y`: the positions at which a pattern occurs in a string. */
export const positionsOf = (x: Value, y: Value): Value =>
  longs(occurrences(stringText(x), patternOf(textOf(y))))

const stringText = (x: Value): string =>
  isString(x) || (x.kind === 'atom' && x.type === CHAR) ? textOf(x) : signal('type')

/** `ssr[x;y;z]`: puts z in the place of each y; a function z is given what was found. */
export function replace([x, y, z]: readonly Value[], q: Interpreter): Value {
  const text = isString(x as Value) ? textOf(x as Value) : signal('type')
  const pattern = patternOf(textOf(y as Value))
  const replacement = z as Value
  const pieces: string[] = []
  let from = 0
  let length = text.length
  for (const at of occurrences(text, pattern)) {
    const found = text.slice(at, at + pattern.length)
    const put = isFunction(replacement) ? q.apply(replacement, [chars(found)]) : replacement
    const added = textOf(put)
    length += added.length - found.length
    reserveText(length, added.length)
    pieces.push(text.slice(from, at), added)
    from = at + pattern.length
  }
  return chars(pieces.join('') + text.slice(from))
}
