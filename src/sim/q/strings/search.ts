import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { isString, textOf } from '../values/access.ts'
import { bool, bools, chars, collapse, dictionary, longs, vector } from '../values/build.ts'
import { reserveCells, reserveText } from '../values/meter.ts'
import { CHAR, isSymbolic } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { isFunction } from '../values/value.ts'
import { isLike, isTooHard, type LikePattern, occurrences, parsePattern } from './pattern.ts'

/**
 * `x like y`: whether strings or symbols match a pattern.
 *
 * @throws QError `nyi` for a pattern with more stars than q can match
 */
export function like(x: Value, y: Value): Value {
  const pattern = parsePattern(textOf(y))
  if (isTooHard(pattern)) signal('nyi')
  return likePattern(x, pattern)
}

function likePattern(x: Value, pattern: LikePattern): Value {
  if (x.kind === 'atom') return bool(isLike(textOf(x), pattern))
  if (x.kind === 'dictionary') return dictionary(x.keys, likePattern(x.values, pattern))
  if (x.kind === 'list') return collapse(x.items.map((item) => likeText(item, pattern)))
  if (x.kind !== 'vector') return signal('type')
  if (x.type === CHAR) return bool(isLike(textOf(x), pattern))
  if (!isSymbolic(x.type)) return signal('type')
  return bools(Uint8Array.from(x.data as string[], (name) => (isLike(name, pattern) ? 1 : 0)))
}

/** An item of a list must be a string or a symbol; deeper items do not match. */
const likeText = (x: Value, pattern: LikePattern): Value =>
  x.kind === 'atom' || isString(x) || (x.kind === 'list' && x.items.length === 0)
    ? bool(isLike(textOf(x), pattern))
    : signal('type')

/** `x ss y`: the positions of a pattern in a string. */
export const findPositions = (x: Value, y: Value): Value =>
  longs(occurrences(toTextBytes(x), parsePattern(textOf(y))))

/** The bytes of a string or a char. */
const toTextBytes = (x: Value): Uint8Array => {
  if (isString(x)) return x.data as Uint8Array
  return x.kind === 'atom' && x.type === CHAR ? Uint8Array.of(x.value as number) : signal('type')
}

/** `ssr[x;y;z]`: replaces each y by z; a function z gets the match. */
export function replace([x, y, z]: readonly Value[], q: Interpreter): Value {
  const text = isString(x as Value) ? toTextBytes(x as Value) : signal('type')
  const pattern = parsePattern(textOf(y as Value))
  const replacement = z as Value
  const positions = occurrences(text, pattern)
  if (positions.length === 0) return vector(CHAR, text)
  const replacements = isFunction(replacement)
    ? putBy(text, positions, pattern.length, (found) => q.apply(replacement, [found]))
    : [textBytes(replacement)]
  let addedLength = 0
  for (let i = 0; i < positions.length; i++)
    addedLength += (replacements[i % replacements.length] as Uint8Array).length
  const length = text.length - positions.length * pattern.length + addedLength
  reserveText(length, length)
  const result = new Uint8Array(length)
  let readIndex = 0
  let writeIndex = 0
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i] as number
    writeIndex = copyBytes(text, readIndex, position, result, writeIndex)
    const replacementBytes = replacements[i % replacements.length] as Uint8Array
    writeIndex = copyBytes(replacementBytes, 0, replacementBytes.length, result, writeIndex)
    readIndex = position + pattern.length
  }
  copyBytes(text, readIndex, text.length, result, writeIndex)
  return vector(CHAR, result)
}

/** Replaces each match by the result of a function. */
function putBy(
  text: Uint8Array,
  positions: readonly number[],
  width: number,
  apply: (found: Value) => Value,
): readonly Uint8Array[] {
  reserveCells(positions.length)
  let length = text.length
  return positions.map((at) => {
    const newBytes = textBytes(apply(vector(CHAR, text.slice(at, at + width))))
    length += newBytes.length - width
    reserveText(length, newBytes.length)
    return newBytes
  })
}

/** The bytes of a replacement: a text, a char, a symbol, or nothing. */
const textBytes = (value: Value): Uint8Array =>
  isString(value) ? (value.data as Uint8Array) : (chars(textOf(value)).data as Uint8Array)

/** Copies in a loop: for a few bytes, a view costs more. */
function copyBytes(
  source: Uint8Array,
  start: number,
  end: number,
  target: Uint8Array,
  offset: number,
): number {
  let writeIndex = offset
  for (let i = start; i < end; i++) target[writeIndex++] = source[i] as number
  return writeIndex
}
