import { byName } from '../../by-name.ts'
import { parseBrackets } from './brackets.ts'
import type { Cursor } from './cursor.ts'
import type { Node } from './node.ts'
import { integerNode } from './number-text.ts'
import { FUNCTION_NAMES } from './tables/commands.ts'
import { wordSet } from './tables/words-of.ts'
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
  const commandName = cursor.next().text
  const name = FUNCTION_NAMES[commandName] ?? commandName
  let base: Node | null = null
  let power: Node | null = null
  for (;;) {
    if (cursor.sees('operator', '_') && base === null) {
      cursor.next()
      base = cursor.grammar.argument(cursor)
    } else if (cursor.sees('operator', '^') && power === null) {
      cursor.next()
      power = cursor.grammar.argument(cursor)
    } else break
  }
  const operands = parseArguments(cursor)
  if (power !== null && isMinusOne(power) && INVERSES[name] !== undefined) {
    return functionNode(INVERSES[name], operands, base)
  }
  const node = functionNode(name, operands, base)
  return power === null ? node : { kind: 'power', base: node, exponent: power }
}

const isMinusOne = (node: Node): boolean =>
  node.kind === 'negative' && node.operand.kind === 'number' && node.operand.value.numerator === 1n

function functionNode(name: string, operands: readonly Node[], base: Node | null): Node {
  if (name === 'log')
    return { kind: 'call', name, operands: [...operands, base ?? integerNode(10)] }
  if (name === 'cbrt')
    return { kind: 'call', name: 'root', operands: [...operands, integerNode(3)] }
  if (name === 'exp' && operands[0] !== undefined) {
    return { kind: 'power', base: { kind: 'constant', name: 'e' }, exponent: operands[0] }
  }
  return { kind: 'call', name, operands: base === null ? operands : [...operands, base] }
}

function parseArguments(cursor: Cursor): readonly Node[] {
  if (cursor.sees('open', '(') || cursor.sees('open', '[')) {
    const bracketed = cursor.within(() => parseBrackets(cursor))
    return bracketed.kind === 'tuple' ? bracketed.items : [bracketed]
  }
  if (cursor.sees('function')) return [cursor.within(() => parseFunction(cursor))]
  const factors = [cursor.within(() => cursor.grammar.factor(cursor))]
  while (!cursor.sees('function') && !cursor.sees('open', '(') && !cursor.sees('opaque')) {
    if (!beginsFactor(cursor, cursor.peek())) break
    factors.push(cursor.within(() => cursor.grammar.factor(cursor)))
  }
  return factors.length === 1 ? factors : [{ kind: 'product', factors }]
}

const FACTOR_COMMANDS: ReadonlySet<string> = wordSet(`
  frac sqrt binom mathbb overline dot boxed fbox vec hat overrightarrow
`)

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
