import { byName } from '../../by-name.ts'
import { parseBraces, parseBrackets, parseEnvironment } from './brackets.ts'
import type { Cursor } from './cursor.ts'
import { toDerivative } from './derivative.ts'
import type { ConstantName, Node } from './node.ts'
import { integerNode } from './number-text.ts'
import { parseFigure, withBar, withDecoration } from './parse-decorated.ts'
import { parseFunction } from './parse-function.ts'
import { constantWith, parseIndex, parseIndexText } from './parse-index.ts'
import { parseNumber } from './parse-number.ts'
import { parseSeries, seriesIndex } from './parse-series.ts'
import { DECORATIONS, WRAPPERS } from './tables/commands.ts'
import { SMALL_NUMBER_WORDS } from './tables/number-words.ts'

/** One factor with its powers, indices, factorials and percent signs. */
export function parseFactor(cursor: Cursor): Node {
  return parsePostfixes(cursor, parseOperand(cursor))
}

function parsePostfixes(cursor: Cursor, base: Node): Node {
  let node = base
  for (;;) {
    if (cursor.sees('operator', '^')) node = asInverse(cursor, parsePower(cursor, node))
    else if (cursor.sees('operator', '_')) node = parseIndex(cursor, node)
    else if (cursor.accept('operator', '!'))
      node = { kind: 'call', name: 'factorial', operands: [node] }
    else if (cursor.accept('percent')) node = { kind: 'percent', operand: node }
    else if (cursor.accept('degree'))
      node = rejectComposition(cursor, node) ?? parseDegrees(cursor, node)
    else if (cursor.sees('prime')) {
      const isBare = cursor.peek(-1).type !== 'close'
      cursor.next()
      node = withPrime(node, isBare) ?? cursor.fail()
    } else if (isCall(cursor, node)) node = parseApplication(cursor, node)
    else return node
  }
}

/**
 * A name with primes, or a bare number with a unit: 90' is minutes of an angle, or feet. A prime
 * after brackets or another formula is a derivative, which is not supported: `null`.
 */
function withPrime(node: Node, isBare: boolean): Node | null {
  if (node.kind === 'symbol') return { kind: 'symbol', name: `${node.name}'` }
  if (node.kind === 'number' && isBare) return { kind: 'quantity', operand: node, unit: "'" }
  return node.kind === 'quantity' && node.unit === "'" ? { ...node, unit: "''" } : null
}

/** `f \circ g` is not an angle, and is not supported. */
function rejectComposition(cursor: Cursor, node: Node): null {
  const isName = node.kind === 'symbol' || node.kind === 'applied'
  return isName && cursor.sees('letter') ? cursor.fail() : null
}

/** `90°`, or `20°C`, which is not an angle. */
function parseDegrees(cursor: Cursor, value: Node): Node {
  const { type, text } = cursor.peek()
  if ((type === 'letter' || type === 'text') && /^(?:[CF]|celsius|fahrenheit)$/i.test(text)) {
    cursor.next()
    return { kind: 'quantity', operand: value, unit: `°${text[0]?.toLowerCase()}` }
  }
  return { kind: 'degrees', operand: value }
}

/** `f^{-1}` before brackets is an inverse function, not a power. */
function asInverse(cursor: Cursor, node: Node): Node {
  if (node.kind !== 'power' || node.base.kind !== 'symbol' || !cursor.sees('open', '(')) return node
  const isMinusOne =
    node.exponent.kind === 'negative' &&
    node.exponent.operand.kind === 'number' &&
    node.exponent.operand.value.numerator === node.exponent.operand.value.denominator
  const { name } = node.base
  if (!isMinusOne || !isFunctionLetter(name)) return node
  return { kind: 'symbol', name: `${name}_inverse` }
}

const isCall = (cursor: Cursor, node: Node): boolean =>
  node.kind === 'symbol' &&
  cursor.sees('open', '(') &&
  !cursor.peek().isSpaced &&
  cursor.peek(1).text !== 'mod'

function parseApplication(cursor: Cursor, node: Node): Node {
  const name = node.kind === 'symbol' ? node.name : ''
  const argument = cursor.within(() => parseBrackets(cursor))
  const isTuple =
    argument.kind === 'tuple' && argument.open === 'round' && argument.close === 'round'
  const call: Node = { kind: 'applied', name, operands: isTuple ? argument.items : [argument] }
  // The power belongs to the brackets if the letter is not a function: a(x)^2.
  if (isFunctionLetter(name)) return call
  if (cursor.sees('operator', '^')) {
    return { kind: 'product', factors: [node, parsePower(cursor, argument)] }
  }
  if (cursor.accept('operator', '!')) {
    const factorial: Node = { kind: 'call', name: 'factorial', operands: [argument] }
    return { kind: 'product', factors: [node, factorial] }
  }
  return call
}

/** Letters that always name functions before brackets. */
export const isFunctionLetter = (name: string): boolean => /^[fghFGH](?:_.*)?'*$/.test(name)

function parsePower(cursor: Cursor, base: Node): Node {
  const isBare = cursor.peek(-1).type !== 'close'
  cursor.next()
  if (cursor.accept('degree')) return parseDegrees(cursor, base)
  if (cursor.accept('prime')) return withPrime(base, isBare) ?? cursor.fail()
  if (base.kind === 'constant' && base.name === 'reals' && isPlus(cursor)) {
    parseIndexText(cursor)
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
    return { kind: 'degrees', operand: base }
  }
  if (cursor.sees('open', '{')) {
    const { type } = cursor.peek(1)
    const isDegree = cursor.peek(1).text === 'o' && cursor.peek(2).text === '}'
    if (isDegree && base.kind === 'number') {
      for (let count = 0; count < 3; count++) cursor.next()
      return { kind: 'degrees', operand: base }
    }
    const isSign = cursor.peek(2).text === '}' || cursor.peek(2).type === 'text'
    if (isSign && (type === 'degree' || type === 'prime' || type === 'text')) {
      while (!cursor.accept('close', '}'))
        if (cursor.isAtEnd) cursor.fail()
        else cursor.next()
      if (type === 'prime') return withPrime(base, isBare) ?? cursor.fail()
      if (type === 'text') return base
      return parseDegrees(cursor, base)
    }
  }
  return { kind: 'power', base, exponent: cursor.within(() => parseExponent(cursor)) }
}

/** Whether an exponent is only a plus sign. */
const isPlus = (cursor: Cursor): boolean =>
  cursor.sees('open', '{')
    ? cursor.peek(1).text === '+' && cursor.peek(2).text === '}'
    : cursor.sees('operator', '+')

function parseExponent(cursor: Cursor): Node {
  if (cursor.accept('operator', '-')) {
    return { kind: 'negative', operand: cursor.within(() => parseExponent(cursor)) }
  }
  if (cursor.accept('operator', '+')) return cursor.within(() => parseExponent(cursor))
  const node = parseOperand(cursor)
  return cursor.sees('operator', '^') ? parsePower(cursor, node) : node
}

/** A factor without its powers, indices and other signs behind it. */
export function parseOperand(cursor: Cursor): Node {
  const token = cursor.peek()
  switch (token.type) {
    case 'number':
      return parseNumber(cursor)
    case 'letter':
      cursor.next()
      return /^(?:angle|triangle)$/.test(token.text)
        ? parseFigure(cursor, token.text)
        : letterNode(token.text)
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
      return cursor.within(() => parseAbsolute(cursor))
    case 'currency':
      cursor.next()
      return parseMoney(cursor, token.text)
    case 'opaque':
      return parseOpaque(cursor)
    case 'gap':
      if (cursor.isAtEnd) return cursor.fail()
      cursor.next()
      return parseOperand(cursor)
    case 'text':
      return parseWords(cursor)
    case 'ellipsis':
      cursor.next()
      return { kind: 'text', text: '…' }
    case 'command':
      return cursor.within(() => parseCommand(cursor, token.text))
    default:
      return cursor.fail()
  }
}

function letterNode(name: string): Node {
  if (name === 'e' || name === 'i') return { kind: 'constant', name }
  return { kind: 'symbol', name }
}

function parseMoney(cursor: Cursor, unit: string): Node {
  const value = parseOperand(cursor)
  return value.kind === 'quantity' ? value : { kind: 'quantity', operand: value, unit }
}

function parseAbsolute(cursor: Cursor): Node {
  cursor.next()
  cursor.bars++
  const operand = cursor.grammar.sets(cursor)
  cursor.bars--
  if (!cursor.accept('bar')) cursor.fail()
  return { kind: 'call', name: 'absolute', operands: [operand] }
}

/** Words at the start of a value: a symbol, a spelt number, or just words. */
function parseWords(cursor: Cursor): Node {
  const words: string[] = []
  while (cursor.sees('text')) words.push(cursor.next().text)
  const text = words.join(' ')
  if (text.length === 1) return letterNode(text)
  const value = SMALL_NUMBER_WORDS.get(text.toLowerCase())
  return value === undefined ? { kind: 'text', text } : integerNode(value)
}

/** Everything to the end of the item as written; a short sum or product is expanded. */
function parseOpaque(cursor: Cursor): Node {
  const series = cursor.tryParse(() => parseSeries(cursor))
  if (series !== null) return series
  const index = seriesIndex(cursor)
  let text = ''
  for (let depth = 0; !cursor.isAtEnd; ) {
    const { type, text: tokenText } = cursor.peek()
    if (type === 'open') depth++
    else if (type === 'close' && depth-- === 0) break
    else if (depth === 0 && (type === 'separator' || type === 'relation' || type === 'gap')) break
    cursor.next()
    if (tokenText === '{' || tokenText === '}') continue
    // The name of the index does not matter.
    text += tokenText === index ? '#' : tokenText
    if (tokenText.length > 1) text += ' '
  }
  return { kind: 'opaque', text, operands: [] }
}

const MATHBB: Readonly<Record<string, ConstantName>> = byName({
  R: 'reals',
  Z: 'integers',
  N: 'naturals',
  Q: 'rationals',
  C: 'complexes',
})

function parseCommand(cursor: Cursor, name: string): Node {
  if (name.startsWith('begin ')) return parseEnvironment(cursor)
  cursor.next()
  if (name === 'frac') {
    const numerator = parseArgument(cursor)
    const denominator = parseArgument(cursor)
    return toDerivative(numerator, denominator) ?? { kind: 'quotient', numerator, denominator }
  }
  if (name === 'binom') {
    const total = parseArgument(cursor)
    return { kind: 'call', name, operands: [total, parseArgument(cursor)] }
  }
  if (name === 'sqrt') return parseRoot(cursor)
  if (name === 'mathbb') {
    const isBraced = cursor.accept('open', '{')
    const setName = MATHBB[cursor.next().text]
    if (isBraced && !cursor.accept('close', '}')) cursor.fail()
    return setName === undefined ? cursor.fail() : { kind: 'constant', name: setName }
  }
  if (name === 'phantom') {
    parseArgument(cursor)
    return parseOperand(cursor)
  }
  if (name === 'overline') return withBar(parseArgument(cursor)) ?? cursor.fail()
  if (DECORATIONS.has(name)) return withDecoration(name, parseArgument(cursor)) ?? cursor.fail()
  if (WRAPPERS.has(name)) {
    // An empty box states nothing, not even the empty set.
    if (cursor.peek().text === '{' && cursor.peek(1).text === '}') cursor.fail()
    return parseArgument(cursor)
  }
  return cursor.fail()
}

function parseRoot(cursor: Cursor): Node {
  let degree: Node = integerNode(2)
  if (cursor.accept('open', '[')) {
    degree = cursor.grammar.list(cursor)
    if (!cursor.accept('close', ']')) cursor.fail()
  }
  const isShort = cursor.sees('number') || cursor.sees('letter')
  const radicand = isShort ? parseOperand(cursor) : parseArgument(cursor)
  return { kind: 'call', name: 'root', operands: [radicand, degree] }
}

/** The argument of a command: braces, or the next digit or letter alone. */
export function parseArgument(cursor: Cursor): Node {
  while (!cursor.isAtEnd && cursor.accept('gap'));
  const digit = cursor.acceptDigit()
  if (digit !== null) return integerNode(Number(digit))
  if (cursor.accept('operator', '-')) {
    return { kind: 'negative', operand: cursor.within(() => parseArgument(cursor)) }
  }
  return parseOperand(cursor)
}
