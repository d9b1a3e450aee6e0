import type { Cursor } from './cursor.ts'
import { isOpenOperator, seesDifferential, toDerivative } from './derivative.ts'
import type { Node } from './node.ts'
import { parseFactor } from './parse-factor.ts'
import { beginsFactor } from './parse-function.ts'
import { parseUnit } from './parse-unit.ts'

/** A sum of terms: everything between commas, relations and set operators. */
export function parseSum(cursor: Cursor): Node {
  const terms: Node[] = []
  let sum = parseSignedTerm(cursor)
  for (;;) {
    const sign = cursor.peek()
    if (sign.type !== 'operator') break
    if (sign.text === '+' || sign.text === '-') {
      cursor.next()
      // Programs print 14.0 + -1.0i.
      const isSigned = sign.text === '+' && cursor.sees('operator', '-')
      const term = isSigned ? parseSignedTerm(cursor) : parseTerm(cursor)
      if (terms.length === 0) terms.push(sum)
      terms.push(sign.text === '-' ? { kind: 'negative', operand: term } : term)
    } else if (sign.text === '±' || sign.text === '∓') {
      cursor.next()
      if (terms.length > 0) sum = { kind: 'sum', terms: terms.splice(0) }
      const isLower = sign.text === '∓'
      sum = { kind: 'plus_minus', first: sum, second: parseTerm(cursor), isLower }
    } else break
  }
  if (terms.length > 0) sum = { kind: 'sum', terms }
  return parseInfix(cursor, sum)
}

/** `a \over b` and `n \choose k`, which stand between their operands. */
function parseInfix(cursor: Cursor, left: Node): Node {
  if (cursor.accept('command', 'over')) {
    return { kind: 'quotient', numerator: left, denominator: cursor.within(() => parseSum(cursor)) }
  }
  if (cursor.accept('command', 'choose')) {
    return { kind: 'call', name: 'binom', operands: [left, cursor.within(() => parseSum(cursor))] }
  }
  return left
}

function parseSignedTerm(cursor: Cursor): Node {
  const { type, text } = cursor.peek()
  if (type !== 'operator') return parseTerm(cursor)
  if (text === '+') {
    cursor.next()
    return cursor.within(() => parseSignedTerm(cursor))
  }
  if (text === '-') {
    cursor.next()
    return { kind: 'negative', operand: cursor.within(() => parseSignedTerm(cursor)) }
  }
  if (text === '±' || text === '∓') {
    cursor.next()
    return {
      kind: 'plus_minus',
      first: null,
      second: cursor.within(() => parseTerm(cursor)),
      isLower: text === '∓',
    }
  }
  return parseTerm(cursor)
}

/** Factors side by side or joined by operators. Division associates to the left. */
export function parseTerm(cursor: Cursor): Node {
  let term = parseFactor(cursor)
  for (;;) {
    const token = cursor.peek()
    if (token.type === 'operator' && (token.text === '*' || token.text === '/')) {
      cursor.next()
      if (token.text === '/' && seesDifferential(cursor, term)) {
        const differentials = [parseFactor(cursor), parseFactor(cursor)]
        const product: Node = { kind: 'product', factors: differentials }
        term = toDerivative(term, product) ?? {
          kind: 'quotient',
          numerator: term,
          denominator: product,
        }
        continue
      }
      const factor = parseSignedFactor(cursor)
      term =
        token.text === '/'
          ? { kind: 'quotient', numerator: term, denominator: factor }
          : multiplyNodes(term, factor)
    } else if (beginsFactor(cursor, token)) {
      // A plain U between two intervals is a union.
      if (term.kind === 'tuple' && token.text === 'U') break
      if (term.kind === 'text' || (token.type === 'number' && isNumber(term))) cursor.fail()
      term = isOpenOperator(term)
        ? { ...term, operands: [cursor.within(() => parseTerm(cursor))] }
        : multiplyNodes(term, parseFactor(cursor))
    } else break
  }
  return cursor.sees('text') || cursor.sees('currency') ? parseUnit(cursor, term) : term
}

function parseSignedFactor(cursor: Cursor): Node {
  if (!cursor.accept('operator', '-')) return parseFactor(cursor)
  return { kind: 'negative', operand: cursor.within(() => parseSignedFactor(cursor)) }
}

const isNumber = (node: Node): boolean => node.kind === 'number'

const multiplyNodes = (first: Node, second: Node): Node => ({
  kind: 'product',
  factors: first.kind === 'product' ? [...first.factors, second] : [first, second],
})
