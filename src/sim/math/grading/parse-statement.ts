import type { Cursor } from './cursor.ts'
import type { Comparison, Node } from './node.ts'
import { parseSum } from './parse-sum.ts'
import { FILLERS } from './tables/words.ts'
import type { Token } from './token-type.ts'
import { asResidue } from './tree.ts'

/** One statement, or a list of them. */
export function parseList(cursor: Cursor): Node {
  return cursor.within(() => {
    const joints = new Set<string>()
    const items = parseItems(cursor, joints)
    const [onlyItem] = items
    if (items.length === 1 && onlyItem !== undefined) return onlyItem
    const [hasAnd, hasOr] = [joints.has('∧'), joints.has('∨')]
    // The precedence of the two signs of logic is unclear.
    if (hasAnd && hasOr) cursor.fail()
    const joint = hasOr || joints.has('or') ? 'or' : hasAnd || joints.has('and') ? 'and' : 'comma'
    return { kind: 'list', items, joint, ...((hasAnd || hasOr) && { isLogical: true as const }) }
  })
}

/** Statements separated by commas, semicolons, "and", "or", line ends and wide gaps. */
export function parseItems(cursor: Cursor, joints: Set<string> = new Set()): Node[] {
  const items: Node[] = []
  let isItemExpected = true
  while (!cursor.isAtEnd) {
    const token = cursor.peek()
    const { type, text } = token
    if (type === 'separator' || type === 'gap' || type === 'ampersand') {
      // Digits after a comma are the end of a number whose beginning is missing.
      if (text === '.' || (items.length === 0 && /,/.test(text))) cursor.fail()
      cursor.next()
      if (type === 'separator') joints.add(text)
      isItemExpected = true
    } else if (type === 'arrow') {
      // The conclusion of an argument counts.
      cursor.premises.push({ arrow: cursor.next().text, items: items.splice(0) })
      isItemExpected = true
    } else if (type === 'text' && items.length > 0 && CONSEQUENCES.has(text.toLowerCase())) {
      cursor.next()
      items.length = 0
      isItemExpected = true
    } else if (!isItemExpected || endsList(token, items.length)) break
    else {
      isItemExpected = false
      const previous = items.at(-1)
      if (type === 'relation' && text !== 'in' && previous !== undefined) {
        items[items.length - 1] = parseRelation(cursor, previous)
      } else items.push(parseStatement(cursor))
    }
  }
  return items.length === 0 ? cursor.fail() : items
}

/** After such a word, the final form of the previous statement follows. */
const CONSEQUENCES = new Set(['so', 'hence', 'thus', 'therefore'])

/** Whether a list ends here. A bracket may face away from its interval, as in ]1, 2[. */
const endsList = ({ type, text }: Token, itemCount: number): boolean =>
  (type === 'close' && (text !== ']' || itemCount > 0)) ||
  type === 'such_that' ||
  text.startsWith('end ')

function parseStatement(cursor: Cursor): Node {
  skipFillers(cursor)
  // A line that begins with a sign of relation has no left side.
  if (['=', '~', '≡'].some((sign) => cursor.accept('relation', sign))) {
    return parseRelation(cursor, parseSets(cursor))
  }
  // "≥ 5" has no left side.
  const isOpen = cursor.sees('relation') && !cursor.sees('relation', 'in')
  return parseRelation(cursor, isOpen ? { kind: 'symbol', name: 'x' } : parseSets(cursor))
}

/** "is about 5" states 5. */
function skipFillers(cursor: Cursor): void {
  let labelStart = 0
  while (cursor.peek(labelStart).type === 'text' && isFiller(cursor.peek(labelStart).text))
    labelStart++
  if (labelStart === 0 && cursor.peek().type !== 'text') return
  if (cursor.peek(labelStart).type === 'colon') labelStart++
  else if (cursor.peek(labelStart).type === 'text' && findLabelEnd(cursor, labelStart) === 0) return
  const end = findLabelEnd(cursor, labelStart)
  const nextToken = cursor.peek(labelStart)
  const isAtEnd = nextToken.text === 'end' || nextToken.type === 'close'
  if (isAtEnd) return
  for (let count = Math.max(end, labelStart); count > 0; count--) cursor.next()
}

/** The offset after a label such as "Area:"; 0 if there is no label. */
function findLabelEnd(cursor: Cursor, start: number): number {
  let end = start
  while (end < start + 6 && cursor.peek(end).type === 'text') end++
  return end > start && cursor.peek(end).type === 'colon' ? end + 1 : 0
}

const isFiller = (word: string): boolean => FILLERS.has(word.toLowerCase())

function parseRelation(cursor: Cursor, firstSide: Node): Node {
  const sides = [firstSide]
  const comparisons: Comparison[] = []
  for (;;) {
    if (cursor.accept('command', 'not')) {
      if (!cursor.accept('relation', '=')) cursor.fail()
      comparisons.push('!=')
    } else if (cursor.sees('relation')) {
      const sign = cursor.next().text
      if (sign === 'in') return parseMember(cursor, firstSide, sides.length)
      comparisons.push(sign as Comparison)
    } else break
    skipFillers(cursor)
    sides.push(comparisons.at(-1) === '≡' ? asResidue(parseSets(cursor)) : parseSets(cursor))
  }
  return comparisons.length === 0 ? firstSide : { kind: 'relation', sides, comparisons }
}

function parseMember(cursor: Cursor, element: Node, sides: number): Node {
  return sides === 1 ? { kind: 'member', element, set: parseSets(cursor) } : cursor.fail()
}

/** Values, or sets joined by set operators. */
export function parseSets(cursor: Cursor): Node {
  let result = asSetDifference(parseRatio(cursor))
  for (;;) {
    const operation = peekSetOperation(cursor)
    if (operation === null) return result
    cursor.next()
    const parts = [result, parseRatio(cursor)]
    result = { kind: 'combined', operation, parts }
  }
}

/** `\mathbb{R} - \{0\}` subtracts from a set, not from a number. */
function asSetDifference(node: Node): Node {
  const [first, ...others] = node.kind === 'sum' ? node.terms : []
  const isAll = first?.kind === 'constant' && NUMBER_SETS.has(first.name)
  if (!isAll || others.length === 0) return node
  let result: Node = first
  for (const term of others) {
    if (term.kind !== 'negative' || !isSet(term.operand)) return node
    result = { kind: 'combined', operation: 'difference', parts: [result, term.operand] }
  }
  return result
}

const NUMBER_SETS: ReadonlySet<string> = new Set(['reals', 'integers', 'naturals', 'rationals'])

const isSet = (node: Node): boolean =>
  node.kind === 'set' ||
  node.kind === 'combined' ||
  (node.kind === 'tuple' && node.items.length === 2) ||
  (node.kind === 'constant' && NUMBER_SETS.has(node.name))

type SetOperation = 'union' | 'intersection' | 'difference'

function peekSetOperation(cursor: Cursor): SetOperation | null {
  const { type, text } = cursor.peek()
  if (type === 'set') return text as SetOperation
  const nextToken = cursor.peek(1)
  const isBracket = nextToken.type === 'open' || nextToken.text === ']'
  // A plain U between two intervals is a union.
  return type === 'letter' && text === 'U' && isBracket ? 'union' : null
}

function parseRatio(cursor: Cursor): Node {
  const first = parseModulo(cursor)
  if (!cursor.sees('colon') || cursor.sets > 0) return first
  const parts = [first]
  while (cursor.accept('colon')) parts.push(parseModulo(cursor))
  return { kind: 'ratio', parts }
}

function parseModulo(cursor: Cursor): Node {
  const operand = parseSum(cursor)
  if (cursor.accept('command', 'pmod')) {
    return { kind: 'modulo', operand, modulus: cursor.within(() => parseSum(cursor)) }
  }
  if (cursor.accept('command', 'mod'))
    return { kind: 'call', name: 'remainder', operands: [operand, parseSum(cursor)] }
  if (cursor.sees('open', '(') && cursor.peek(1).text === 'mod') {
    cursor.next()
    cursor.next()
    const modulus = parseSum(cursor)
    if (!cursor.accept('close', ')')) cursor.fail()
    return { kind: 'modulo', operand, modulus }
  }
  return operand
}
