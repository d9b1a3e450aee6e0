import { oneLine } from '../display/one-line.ts'
import { quoteText } from '../display/strings.ts'
import { signal } from '../errors.ts'
import { replayLog } from '../files/verbs.ts'
import { tokenize } from '../lexer/lexer.ts'
import { compress } from '../serialize/compress.ts'
import { deserialize, serialize } from '../serialize/verbs.ts'
import { countOf, isString, itemsOf, textOf } from '../values/access.ts'
import { atom, bool, chars, list, long, vector } from '../values/build.ts'
import { BYTE, ENUM, INT, LONG, SHORT } from '../values/types.ts'
import { isList, type Value } from '../values/value.ts'
import { primitive } from '../verbs/verb.ts'
import type { Interpreter } from './interpreter.ts'

/** Internal functions that also have a name. */
const NAMED: Readonly<Record<number, string>> = {
  1: 'hsym',
  2: 'attr',
  5: 'parse',
  6: 'eval',
  7: 'hcount',
  13: '.Q.addr',
  15: 'md5',
  24: 'reval',
  29: '.j.k',
  31: '.j.jd',
  32: '.Q.btoa',
  33: '.Q.sha1',
}

/**
 * `-3!x` and similar: internal functions that need only their argument. `0N!x` prints x on one line
 * and returns it.
 *
 * @throws QError `nyi` for the others
 */
export function internal(code: number, x: Value, q: Interpreter): Value {
  if (Number.isNaN(code)) {
    q.print(`${oneLine(x, q.console.precision)}\n`)
    return x
  }
  const verb = q.verbs.find(NAMED[-code] ?? '')
  if (verb !== undefined) return q.apply(primitive(verb), [x])
  switch (code) {
    case -3:
      return chars(oneLine(x, q.console.precision))
    case -4:
      return listTokens(textOf(x))
    case -8:
      return vector(BYTE, serialize(x))
    case -9:
      return deserialize(x, q)
    case -10:
      return bool(isFreeEnumeration(x, q))
    case -11:
      return replayLog(x, q)
    case -14:
      return chars(quoteText(textOf(x)).slice(1, -1).replace(/\\"/g, '""'))
    case -16:
      return atom(INT, 1)
    case -18:
      return vector(BYTE, compress(serialize(x)))
    case -20:
    case -120:
      return long(0)
    case -22:
      return long(serialize(x).length)
    case -27:
      return fixedDecimals(x)
    default:
      return signal('nyi')
  }
}

/** The tokens of a text, including the spaces between them. */
function listTokens(source: string): Value {
  const parts: string[] = []
  let index = 0
  for (const { start, end } of tokenize(source)) {
    if (start > index) parts.push(source.slice(index, start))
    if (end > start) parts.push(source.slice(start, end))
    index = end
  }
  return list(parts.map(chars))
}

/** `-10!x`: whether an enumeration type is unused; all enumerations use the first one. */
function isFreeEnumeration(x: Value, q: Interpreter): boolean {
  if (x.kind !== 'atom' || x.type !== SHORT) return signal('type')
  if (x.value !== ENUM) return true
  const isEnumerated = (value: Value | undefined): boolean =>
    value?.kind === 'table'
      ? value.columns.some(isEnumerated)
      : (value?.kind === 'atom' || value?.kind === 'vector') && value.domain !== undefined
  return ![...q.environment.defined()].some(({ unsharedValue: own }) => isEnumerated(own))
}

/** Whether `x!y` calls an internal function: the left side is null or negative. */
export const isInternal = (x: Value): boolean =>
  x.kind === 'atom' &&
  x.type >= SHORT &&
  x.type <= LONG &&
  typeof x.value === 'number' &&
  !(x.value >= 0)

/** `-27!(decimals;x)`: numbers with this many decimals. */
function fixedDecimals(x: Value): Value {
  const [decimals, numbers] = itemsOf(x)
  if (decimals?.kind !== 'atom' || numbers === undefined || countOf(x) !== 2) return signal('type')
  const format = (value: Value): Value =>
    value.kind === 'atom' && typeof value.value === 'number'
      ? chars(value.value.toFixed(Number(decimals.value)))
      : signal('type')
  return isList(numbers) && !isString(numbers)
    ? list(itemsOf(numbers).map(format))
    : format(numbers)
}
