import { byName } from '../../by-name.ts'
import { parseBraces, parseBrackets } from './brackets.ts'
import type { Cursor } from './cursor.ts'
import type { Node } from './node.ts'
import { wholeNode } from './number-text.ts'
import { FUNCTION_NAMES } from './tables/commands.ts'
import type { Token } from './token-type.ts'

const INVERSES: Readonly<Record<string, string>> = byName({
  sin: 'arcsin',
  cos: 'arccos',
  tan: 'arctan',
  cot: 'arccot',
  sec: 'arcsec',
  csc: 'arccsc',
  sinh: 'arsinh',
  cosh: 'arcosh',
  tanh: 'artanh',
})

/** A function with its base, its power and its argument: `\log_2 8`, `\sin^2 3x`. */
export function parseFunction(cursor: Cursor): Node {
  const written = cursor.next().text
  const name = FUNCTION_NAMES[written] ?? written
  let base: Node | null = null
  let power: Node | null = null
  for (;;) {
    if (cursor.sees('operator', '_') && base === null) {
      cursor.next()
      base = cursor.sees('open', '{') ? parseBraces(cursor) : short(cursor)
    } else if (cursor.sees('operator', '^') && power === null) {
      cursor.next()
      power = exponent(cursor)
    } else break
  }
  const of = argumentsOf(cursor)
  if (power !== null && isMinusOne(power) && INVERSES[name] !== undefined) {
    return call(INVERSES[name], of, base)
  }
  const node = call(name, of, base)
  return power === null ? node : { kind: 'power', base: node, exponent: power }
}

const isMinusOne = (node: Node): boolean =>
  node.kind === 'negative' && node.of.kind === 'number' && node.of.value.numerator === 1n

function exponent(cursor: Cursor): Node {
  if (cursor.sees('open', '{')) return parseBraces(cursor)
  if (!cursor.takes('operator', '-')) return short(cursor)
  return { kind: 'negative', of: short(cursor) }
}

/** One digit or letter, as LaTeX takes it without braces. */
function short(cursor: Cursor): Node {
  const token = cursor.peek()
  if (token.type === 'number' && token.text.length > 1 && /^\d+$/.test(token.text)) {
    cursor.replace({ ...token, text: token.text.slice(1) })
    return wholeNode(Number(token.text[0]))
  }
  if (token.type === 'letter') {
    cursor.next()
    return token.text === 'e'
      ? { kind: 'constant', name: 'e' }
      : { kind: 'symbol', name: token.text }
  }
  return cursor.grammar.factor(cursor)
}

function call(name: string, of: readonly Node[], base: Node | null): Node {
  if (name === 'log') return { kind: 'call', name, of: [...of, base ?? wholeNode(10)] }
  if (name === 'cbrt') return { kind: 'call', name: 'root', of: [...of, wholeNode(3)] }
  if (name === 'exp' && of[0] !== undefined) {
    return { kind: 'power', base: { kind: 'constant', name: 'e' }, exponent: of[0] }
  }
  return { kind: 'call', name, of: base === null ? of : [...of, base] }
}

function argumentsOf(cursor: Cursor): readonly Node[] {
  if (cursor.sees('open', '(') || cursor.sees('open', '[')) {
    const inner = cursor.within(() => parseBrackets(cursor))
    return inner.kind === 'tuple' ? inner.items : [inner]
  }
  if (cursor.sees('function')) return [cursor.within(() => parseFunction(cursor))]
  const factors = [cursor.within(() => cursor.grammar.factor(cursor))]
  while (!cursor.sees('function') && !cursor.sees('open', '(') && !cursor.sees('opaque')) {
    if (!beginsFactor(cursor, cursor.peek())) break
    factors.push(cursor.within(() => cursor.grammar.factor(cursor)))
  }
  return factors.length === 1 ? factors : [{ kind: 'product', factors }]
}

const FACTOR_COMMANDS: ReadonlySet<string> = new Set([
  ...['frac', 'sqrt', 'binom', 'mathbb', 'overline', 'dot', 'boxed', 'fbox', 'vec', 'hat'],
  'overrightarrow',
])

/** Whether a token begins a factor without a multiplication sign. */
export function beginsFactor(cursor: Cursor, { type, text }: Token): boolean {
  switch (type) {
    case 'number':
    case 'letter':
    case 'function':
    case 'opaque':
      return true
    case 'constant':
      return text !== 'end'
    case 'open':
      return text !== '[' && !(text === '(' && cursor.peek(1).text === 'mod')
    case 'bar':
      return cursor.bars === 0 && cursor.sets === 0 && cursor.hasLater('bar')
    case 'command':
      return FACTOR_COMMANDS.has(text) || /^begin (?:\w*matrix|array)$/.test(text)
    default:
      return false
  }
}
