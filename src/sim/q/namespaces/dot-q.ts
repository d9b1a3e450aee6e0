import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { trap } from '../evaluate/trap.ts'
import { BASE64, decodeBase64, encodeBase64, fromAlphabet, inAlphabet } from '../strings/base64.ts'
import { sha1Of } from '../strings/digest.ts'
import { inWidth, numberIn, withDecimals } from '../strings/format.ts'
import { bytesIn } from '../strings/verbs.ts'
import { countOf, isString, itemAt, itemsOf, textOf } from '../values/access.ts'
import {
  bool,
  char,
  chars,
  collapse,
  dictionary,
  list,
  long,
  longs,
  symbol,
  vector,
} from '../values/build.ts'
import { BYTE, CHAR, INT, SYMBOL } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { isKeyed, typeOf } from '../values/value.ts'
import { fromWide, toWide } from '../values/wide.ts'
import { nary, unary, type Verb } from '../verbs/verb.ts'
import { sanitizeNames } from './identifier.ts'

const UPPER_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The type letters by number, which `.Q.t` returns. */
export const LETTER_BY_TYPE = ' bg xhijefcspmdznuvts'

/**
 * `.Q.ty x`: lower case for a vector, a capital for a list of vectors of one type, otherwise a
 * space.
 */
function typeLetter(x: Value): string {
  const letterByType = (value: Value): string =>
    LETTER_BY_TYPE[Math.min(20, Math.abs(typeOf(value)))] ?? ' '
  if (x.kind !== 'list') return letterByType(x)
  const [first] = x.items
  if (first?.kind !== 'vector') return ' '
  const isUniform = x.items.every((item) => typeOf(item) === typeOf(first))
  return isUniform ? letterByType(first).toUpperCase() : ' '
}

const toText = (value: Value, alphabet: string, width: number): Value =>
  value.kind === 'atom' && typeof value.value !== 'string'
    ? chars(inAlphabet(toWide(value.value), alphabet, width))
    : signal('type')

const fromText = (value: Value, alphabet: string): Value =>
  long(fromWide(fromAlphabet(textOf(value), alphabet)))

/** `.Q.addr x`: an address as an int. Names other than localhost are not resolved. */
function parseAddress(x: Value): Value {
  const name = textOf(x)
  const parts = (name === 'localhost' ? '127.0.0.1' : name).split('.').map(Number)
  const isAddress = parts.length === 4 && parts.every((part) => part >= 0 && part < 256)
  const address = parts.reduce((total, part) => total * 256 + part, 0)
  return { kind: 'atom', type: INT, value: isAddress ? address | 0 : -1 }
}

/** `.Q.opt x`: the options of a command line, each with its values. */
function parseOptions(x: Value): Value {
  const names: string[] = []
  const values: Value[][] = []
  for (const item of itemsOf(x)) {
    const text = textOf(item)
    if (/^-[A-Za-z]/.test(text)) {
      names.push(text.slice(1))
      values.push([])
    } else values.at(-1)?.push(item)
  }
  return dictionary(vector(SYMBOL, names), list(values.map(collapse)))
}

/** `.Q.def[defaults;options]`: converts options to the types of their defaults. */
function withDefaults(defaults: Value, options: Value, q: Interpreter): Value {
  if (defaults.kind !== 'dictionary' || options.kind !== 'dictionary') return signal('type')
  const names = itemsOf(defaults.keys)
  const values = itemsOf(defaults.values).map((value, i) => {
    const givenValue = q.apply(options, [names[i] as Value])
    if (
      countOf(givenValue) === 0 ||
      !itemsOf(options.keys).some((key) => textOf(key) === textOf(names[i] as Value))
    )
      return value
    const texts = isString(givenValue)
      ? givenValue
      : value.kind === 'atom'
        ? itemAt(givenValue, 0)
        : givenValue
    if (value.kind === 'vector' && value.type === CHAR) return texts
    return q.apply(q.lookUp('$'), [char(typeLetter(value).toUpperCase()), texts])
  })
  return dictionary(defaults.keys, collapse(values))
}

/** `.Q.qp x`: true for a partitioned table, false for a splayed one, otherwise 0. */
function isPartitioned(x: Value): Value {
  if (x.kind !== 'table') return long(0)
  if (x.partition !== undefined) return bool(true)
  return x.source === undefined ? long(0) : bool(false)
}

/** `.Q.trp` and `.Q.trpd`: the handler gets the error and its frames. */
function trapWithFrames(
  target: Value,
  args: readonly Value[],
  handler: Value,
  q: Interpreter,
): Value {
  return trap(q, () => q.apply(target, args), handler, true)
}

/** `.Q.ft[f;x]`: applies f to a table; a keyed one is unkeyed first and rekeyed afterwards. */
function onRows(f: Value, x: Value, q: Interpreter): Value {
  if (!isKeyed(x)) return q.apply(f, [x])
  const enkey = q.lookUp('!')
  const count = x.keys.names.length
  return q.apply(enkey, [long(count), q.apply(f, [q.apply(enkey, [long(0), x])])])
}

/** `.Q.fu[f;x]`: applies f to the distinct items of a list. */
function onDistinct(f: Value, x: Value, q: Interpreter): Value {
  const items = q.apply(q.lookUp('distinct'), [x])
  if (countOf(items) * 2 > countOf(x)) return q.apply(f, [x])
  return q.apply(q.apply(f, [items]), [q.apply(q.lookUp('?'), [items, x])])
}

/** `.Q.dd[x;y]`: joins names with a dot, or a folder with a file. */
function joinedNames(x: Value, y: Value, q: Interpreter): Value {
  const firstText = textOf(x)
  const texts = q.apply(q.lookUp('string'), [y])
  const otherTexts = isString(texts) ? [textOf(texts)] : itemsOf(texts).map(textOf)
  return symbol([firstText, ...otherTexts].join(firstText.startsWith(':') ? '/' : '.'))
}

const fixed = { type: 100 }

/** The functions of `.Q` that need only their arguments. */
export const dotQVerbs: readonly Verb[] = [
  unary('.Q.addr', 'an IP address as an int', parseAddress, fixed),
  unary('.Q.btoa', 'base 64 text of a string', (x) => chars(encodeBase64(textOf(x))), fixed),
  unary(
    '.Q.atob',
    'the bytes of base 64 text',
    (x) => vector(BYTE, decodeBase64(textOf(x))),
    fixed,
  ),
  unary('.Q.sha1', 'the SHA-1 digest', (x) => vector(BYTE, sha1Of(bytesIn(x))), fixed),
  unary('.Q.x10', 'a long in ten digits of base 64', (x) => toText(x, BASE64, 10), fixed),
  unary('.Q.x12', 'a long in twelve digits of base 36', (x) => toText(x, UPPER_DIGITS, 12), fixed),
  unary('.Q.j10', 'a long from base 64', (x) => fromText(x, BASE64), fixed),
  unary('.Q.j12', 'a long from base 36', (x) => fromText(x, UPPER_DIGITS), fixed),
  unary('.Q.ty', 'the letter of a type', (x) => char(typeLetter(x)), fixed),
  unary('.Q.id', 'names as identifiers', sanitizeNames, fixed),
  unary('.Q.opt', 'options of a command line', parseOptions, fixed),
  unary('.Q.qt', 'whether it is a table', (x) => bool(x.kind === 'table' || isKeyed(x)), fixed),
  unary('.Q.qp', 'whether a table is partitioned', isPartitioned, fixed),
  unary('.Q.gc', 'give back memory', () => long(0), fixed),
  unary('.Q.sbt', 'frames as text', (x) => (isString(x) ? x : chars('')), fixed),
  nary(
    '.Q.f',
    'a number with decimals',
    2,
    2,
    ([x, y]) => chars(withDecimals(numberIn(x as Value), numberIn(y as Value))),
    fixed,
  ),
  nary(
    '.Q.fmt',
    'a number with decimals in a width',
    3,
    3,
    ([x, y, z]) => chars(inWidth(numberIn(x as Value), numberIn(y as Value), numberIn(z as Value))),
    fixed,
  ),
  nary(
    '.Q.dd',
    'names joined with a dot',
    2,
    2,
    ([x, y], q) => joinedNames(x as Value, y as Value, q),
    fixed,
  ),
  nary(
    '.Q.def',
    'options with defaults',
    2,
    2,
    ([x, y], q) => withDefaults(x as Value, y as Value, q),
    fixed,
  ),
  nary(
    '.Q.fc',
    'apply to a vector in parallel',
    2,
    2,
    ([f, x], q) => q.apply(f as Value, [x as Value]),
    fixed,
  ),
  nary(
    '.Q.ft',
    'apply to the rows of a keyed table',
    2,
    2,
    ([f, x], q) => onRows(f as Value, x as Value, q),
    fixed,
  ),
  nary(
    '.Q.fu',
    'apply to distinct items',
    2,
    2,
    ([f, x], q) => onDistinct(f as Value, x as Value, q),
    fixed,
  ),
  nary(
    '.Q.ts',
    'time and space of an application',
    2,
    2,
    ([f, x], q) => list([longs([0, 0]), q.apply(f as Value, itemsOf(x as Value))]),
    fixed,
  ),
  nary(
    '.Q.trp',
    'apply and trap',
    3,
    3,
    ([f, x, handler], q) => trapWithFrames(f as Value, [x as Value], handler as Value, q),
    fixed,
  ),
  nary(
    '.Q.trpd',
    'apply to a list and trap',
    3,
    3,
    ([f, x, handler], q) => trapWithFrames(f as Value, itemsOf(x as Value), handler as Value, q),
    fixed,
  ),
]
