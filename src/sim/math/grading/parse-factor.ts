import { byName } from '../../by-name.ts'
import { parseBraces, parseBrackets, parseEnvironment } from './brackets.ts'
import type { Cursor } from './cursor.ts'
import { derivativeOf } from './derivative.ts'
import type { ConstantName, Node } from './node.ts'
import { numberOf, wholeNode } from './number-text.ts'
import { barred, decorated, figure } from './parse-decorated.ts'
import { parseFunction } from './parse-function.ts'
import { constantWith, indexed, indexText } from './parse-index.ts'
import { parseNumber } from './parse-number.ts'
import { parseSeries, seriesIndex } from './parse-series.ts'
import { DECORATIONS, WRAPPERS } from './tables/commands.ts'
import { SMALL_NUMBER_WORDS } from './tables/number-words.ts'

/** One factor with its powers, indices, factorials and percent signs. */
export function parseFactor(cursor: Cursor): Node {
  return attached(cursor, operand(cursor))
}

function attached(cursor: Cursor, first: Node): Node {
  let node = first
  for (;;) {
    if (cursor.sees('operator', '^')) node = inverseOf(cursor, raised(cursor, node))
    else if (cursor.sees('operator', '_')) node = indexed(cursor, node)
    else if (cursor.takes('operator', '!')) node = { kind: 'call', name: 'factorial', of: [node] }
    else if (cursor.takes('percent')) node = { kind: 'percent', of: node }
    else if (cursor.takes('degree')) node = composed(cursor, node) ?? degrees(cursor, node)
    else if (cursor.sees('prime')) {
      const isBare = cursor.peek(-1).type !== 'close'
      cursor.next()
      node = primed(node, isBare) ?? cursor.fail()
    } else if (isCall(cursor, node)) node = applied(cursor, node)
    else return node
  }
}

/**
 * A name with primes, or a bare number with a unit: 90' is minutes of an angle, or feet. A prime
 * after brackets or another formula is a derivative, which is not supported: `null`.
 */
function primed(node: Node, isBare: boolean): Node | null {
  if (node.kind === 'symbol') return { kind: 'symbol', name: `${node.name}'` }
  if (node.kind === 'number' && isBare) return { kind: 'quantity', of: node, unit: "'" }
  return node.kind === 'quantity' && node.unit === "'" ? { ...node, unit: "''" } : null
}

/** `f \circ g` is not an angle, and is not supported. */
function composed(cursor: Cursor, node: Node): null {
  const isName = node.kind === 'symbol' || node.kind === 'applied'
  return isName && cursor.sees('letter') ? cursor.fail() : null
}

/** `90°`, or `20°C`, which is not an angle. */
function degrees(cursor: Cursor, of: Node): Node {
  const { type, text } = cursor.peek()
  if ((type === 'letter' || type === 'text') && /^(?:[CF]|celsius|fahrenheit)$/i.test(text)) {
    cursor.next()
    return { kind: 'quantity', of, unit: `°${text[0]?.toLowerCase()}` }
  }
  return { kind: 'degrees', of }
}

/** `f^{-1}` before brackets is an inverse function, not a power. */
function inverseOf(cursor: Cursor, node: Node): Node {
  if (node.kind !== 'power' || node.base.kind !== 'symbol' || !cursor.sees('open', '(')) return node
  const isMinusOne =
    node.exponent.kind === 'negative' &&
    node.exponent.of.kind === 'number' &&
    node.exponent.of.value.numerator === node.exponent.of.value.denominator
  const { name } = node.base
  if (!isMinusOne || !isFunctionLetter(name)) return node
  return { kind: 'symbol', name: `${name}_inverse` }
}

const isCall = (cursor: Cursor, node: Node): boolean =>
  node.kind === 'symbol' &&
  cursor.sees('open', '(') &&
  !cursor.peek().isSpaced &&
  cursor.peek(1).text !== 'mod'

function applied(cursor: Cursor, node: Node): Node {
  const name = node.kind === 'symbol' ? node.name : ''
  const inner = cursor.within(() => parseBrackets(cursor))
  const isTuple = inner.kind === 'tuple' && inner.open === 'round' && inner.close === 'round'
  const call: Node = { kind: 'applied', name, of: isTuple ? inner.items : [inner] }
  // The power belongs to the brackets if the letter is not a function: a(x)^2.
  if (isFunctionLetter(name)) return call
  if (cursor.sees('operator', '^')) {
    return { kind: 'product', factors: [node, raised(cursor, inner)] }
  }
  if (cursor.takes('operator', '!')) {
    const factorial: Node = { kind: 'call', name: 'factorial', of: [inner] }
    return { kind: 'product', factors: [node, factorial] }
  }
  return call
}

/** Letters that always name functions before brackets. */
export const isFunctionLetter = (name: string): boolean => /^[fghFGH](?:_.*)?'*$/.test(name)

function raised(cursor: Cursor, base: Node): Node {
  const isBare = cursor.peek(-1).type !== 'close'
  cursor.next()
  if (cursor.takes('degree')) return degrees(cursor, base)
  if (cursor.takes('prime')) return primed(base, isBare) ?? cursor.fail()
  if (base.kind === 'constant' && base.name === 'reals' && isPlus(cursor)) {
    indexText(cursor)
    return constantWith('>0', 'reals') ?? cursor.fail()
  }
  // 5^th is an ordinal, and 90^o is degrees.
  const { type, text } = cursor.peek()
  if (type === 'text' && /^(?:st|nd|rd|th)$/.test(text)) {
    cursor.next()
    return base
  }
  if (type === 'letter' && text === 'o' && base.kind === 'number') {
    cursor.next()
    return { kind: 'degrees', of: base }
  }
  if (cursor.sees('open', '{')) {
    const { type } = cursor.peek(1)
    const isDegree = cursor.peek(1).text === 'o' && cursor.peek(2).text === '}'
    if (isDegree && base.kind === 'number') {
      for (let count = 0; count < 3; count++) cursor.next()
      return { kind: 'degrees', of: base }
    }
    const isSign = cursor.peek(2).text === '}' || cursor.peek(2).type === 'text'
    if (isSign && (type === 'degree' || type === 'prime' || type === 'text')) {
      while (!cursor.takes('close', '}'))
        if (cursor.isAtEnd) cursor.fail()
        else cursor.next()
      if (type === 'prime') return primed(base, isBare) ?? cursor.fail()
      if (type === 'text') return base
      return degrees(cursor, base)
    }
  }
  return { kind: 'power', base, exponent: cursor.within(() => exponent(cursor)) }
}

/** Whether an exponent is only a plus sign. */
const isPlus = (cursor: Cursor): boolean =>
  cursor.sees('open', '{')
    ? cursor.peek(1).text === '+' && cursor.peek(2).text === '}'
    : cursor.sees('operator', '+')

function exponent(cursor: Cursor): Node {
  if (cursor.takes('operator', '-')) {
    return { kind: 'negative', of: cursor.within(() => exponent(cursor)) }
  }
  if (cursor.takes('operator', '+')) return cursor.within(() => exponent(cursor))
  const node = operand(cursor)
  return cursor.sees('operator', '^') ? raised(cursor, node) : node
}

function operand(cursor: Cursor): Node {
  const token = cursor.peek()
  switch (token.type) {
    case 'number':
      return parseNumber(cursor)
    case 'letter':
      cursor.next()
      return /^(?:angle|triangle)$/.test(token.text)
        ? figure(cursor, token.text)
        : letter(token.text)
    case 'constant':
      cursor.next()
      return { kind: 'constant', name: token.text as ConstantName }
    case 'function':
      return cursor.within(() => parseFunction(cursor))
    case 'open':
      return cursor.within(() => (token.text === '{' ? parseBraces(cursor) : parseBrackets(cursor)))
    case 'close':
      // In ]1, 2[, the bracket faces away from an open end.
      if (token.text === ']') return cursor.within(() => parseBrackets(cursor))
      return cursor.fail()
    case 'bar':
      return cursor.within(() => absolute(cursor))
    case 'currency':
      cursor.next()
      return money(cursor, token.text)
    case 'opaque':
      return opaque(cursor)
    case 'gap':
      if (cursor.isAtEnd) return cursor.fail()
      cursor.next()
      return operand(cursor)
    case 'text':
      return words(cursor)
    case 'ellipsis':
      cursor.next()
      return { kind: 'text', text: '…' }
    case 'command':
      return cursor.within(() => command(cursor, token.text))
    default:
      return cursor.fail()
  }
}

function letter(name: string): Node {
  if (name === 'e' || name === 'i') return { kind: 'constant', name }
  return { kind: 'symbol', name }
}

function money(cursor: Cursor, unit: string): Node {
  const value = operand(cursor)
  return value.kind === 'quantity' ? value : { kind: 'quantity', of: value, unit }
}

function absolute(cursor: Cursor): Node {
  cursor.next()
  cursor.bars++
  const of = cursor.grammar.sets(cursor)
  cursor.bars--
  if (!cursor.takes('bar')) cursor.fail()
  return { kind: 'call', name: 'absolute', of: [of] }
}

/** Words at the start of a value: a symbol, a spelt number, or just words. */
function words(cursor: Cursor): Node {
  const spoken: string[] = []
  while (cursor.sees('text')) spoken.push(cursor.next().text)
  const text = spoken.join(' ')
  if (text.length === 1) return letter(text)
  const spelt = SMALL_NUMBER_WORDS.get(text.toLowerCase())
  return spelt === undefined ? { kind: 'text', text } : wholeNode(spelt)
}

/** Everything to the end of the item as written; a short sum or product is expanded. */
function opaque(cursor: Cursor): Node {
  const series = cursor.attempt(() => parseSeries(cursor))
  if (series !== null) return series
  const index = seriesIndex(cursor)
  let text = ''
  for (let depth = 0; !cursor.isAtEnd; ) {
    const { type, text: written } = cursor.peek()
    if (type === 'open') depth++
    else if (type === 'close' && depth-- === 0) break
    else if (depth === 0 && (type === 'separator' || type === 'relation' || type === 'gap')) break
    cursor.next()
    if (written === '{' || written === '}') continue
    // The name of the index does not matter.
    text += written === index ? '#' : written
    if (written.length > 1) text += ' '
  }
  return { kind: 'opaque', text, of: [] }
}

const MATHBB: Readonly<Record<string, ConstantName>> = byName({
  R: 'reals',
  Z: 'integers',
  N: 'naturals',
  Q: 'rationals',
  C: 'complexes',
})

function command(cursor: Cursor, name: string): Node {
  if (name.startsWith('begin ')) return parseEnvironment(cursor)
  cursor.next()
  if (name === 'frac') {
    const over = argument(cursor)
    const under = argument(cursor)
    return derivativeOf(over, under) ?? { kind: 'quotient', over, under }
  }
  if (name === 'binom') {
    const over = argument(cursor)
    return { kind: 'call', name, of: [over, argument(cursor)] }
  }
  if (name === 'sqrt') return root(cursor)
  if (name === 'mathbb') {
    const isBraced = cursor.takes('open', '{')
    const set = MATHBB[cursor.next().text]
    if (isBraced && !cursor.takes('close', '}')) cursor.fail()
    return set === undefined ? cursor.fail() : { kind: 'constant', name: set }
  }
  if (name === 'phantom') {
    argument(cursor)
    return operand(cursor)
  }
  if (name === 'overline') return barred(argument(cursor)) ?? cursor.fail()
  if (DECORATIONS.has(name)) return decorated(name, argument(cursor)) ?? cursor.fail()
  if (WRAPPERS.has(name)) {
    // An empty box states nothing, not even the empty set.
    if (cursor.peek().text === '{' && cursor.peek(1).text === '}') cursor.fail()
    return argument(cursor)
  }
  return cursor.fail()
}

function root(cursor: Cursor): Node {
  let degree: Node = wholeNode(2)
  if (cursor.takes('open', '[')) {
    degree = cursor.grammar.list(cursor)
    if (!cursor.takes('close', ']')) cursor.fail()
  }
  const isShort = cursor.sees('number') || cursor.sees('letter')
  const of = isShort ? operand(cursor) : argument(cursor)
  return { kind: 'call', name: 'root', of: [of, degree] }
}

/** The argument of a command: braces, or the next digit or letter alone. */
function argument(cursor: Cursor): Node {
  while (!cursor.isAtEnd && cursor.takes('gap'));
  const token = cursor.peek()
  if (token.type === 'number' && /^\d{2,}$/.test(token.text)) {
    const node = numberOf(token.text[0] as string)
    cursor.replace({ ...token, text: token.text.slice(1), isSpaced: false })
    return node ?? cursor.fail()
  }
  if (token.type === 'operator' && token.text === '-') {
    cursor.next()
    return { kind: 'negative', of: cursor.within(() => argument(cursor)) }
  }
  return operand(cursor)
}
