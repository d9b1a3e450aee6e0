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
    const [first] = items
    if (items.length === 1 && first !== undefined) return first
    const [isAll, isAny] = [joints.has('∧'), joints.has('∨')]
    // The precedence of the two signs of logic is unclear.
    if (isAll && isAny) cursor.fail()
    const joint = isAny || joints.has('or') ? 'or' : isAll || joints.has('and') ? 'and' : 'comma'
    return { kind: 'list', items, joint, ...((isAll || isAny) && { isLogical: true as const }) }
  })
}

/** Statements separated by commas, semicolons, "and", "or", line ends and wide gaps. */
export function parseItems(cursor: Cursor, joints: Set<string> = new Set()): Node[] {
  const items: Node[] = []
  let isDue = true
  while (!cursor.isAtEnd) {
    const token = cursor.peek()
    const { type, text } = token
    if (type === 'separator' || type === 'gap' || type === 'ampersand') {
      // Digits after a comma are the end of a number whose beginning is missing.
      if (text === '.' || (items.length === 0 && /,/.test(text))) cursor.fail()
      cursor.next()
      if (type === 'separator') joints.add(text)
      isDue = true
    } else if (type === 'arrow') {
      // The conclusion of an argument counts.
      cursor.premises.push({ arrow: cursor.next().text, items: items.splice(0) })
      isDue = true
    } else if (type === 'text' && items.length > 0 && CONSEQUENCES.has(text.toLowerCase())) {
      cursor.next()
      items.length = 0
      isDue = true
    } else if (!isDue || isEnd(token, items.length)) break
    else {
      isDue = false
      const last = items.at(-1)
      if (type === 'relation' && text !== 'in' && last !== undefined) {
        items[items.length - 1] = parseRelation(cursor, last)
      } else items.push(parseStatement(cursor))
    }
  }
  return items.length === 0 ? cursor.fail() : items
}

/** After such a word, the final form of the previous statement follows. */
const CONSEQUENCES = new Set(['so', 'hence', 'thus', 'therefore'])

/** Whether a list ends here. A bracket may face away from its interval, as in ]1, 2[. */
const isEnd = ({ type, text }: Token, items: number): boolean =>
  (type === 'close' && (text !== ']' || items > 0)) ||
  type === 'such_that' ||
  text.startsWith('end ')

function parseStatement(cursor: Cursor): Node {
  skipFillers(cursor)
  // A line that begins with a sign of relation has no left side.
  if (['=', '~', '≡'].some((sign) => cursor.takes('relation', sign))) {
    return parseRelation(cursor, parseSets(cursor))
  }
  // "≥ 5" has no left side.
  const isOpen = cursor.sees('relation') && !cursor.sees('relation', 'in')
  return parseRelation(cursor, isOpen ? { kind: 'symbol', name: 'x' } : parseSets(cursor))
}

/** "is about 5" states 5. */
function skipFillers(cursor: Cursor): void {
  let ahead = 0
  while (cursor.peek(ahead).type === 'text' && isFiller(cursor.peek(ahead).text)) ahead++
  if (ahead === 0 && cursor.peek().type !== 'text') return
  if (cursor.peek(ahead).type === 'colon') ahead++
  else if (cursor.peek(ahead).type === 'text' && labelEnd(cursor, ahead) === 0) return
  const end = labelEnd(cursor, ahead)
  const after = cursor.peek(ahead)
  const isLast = after.text === 'end' || after.type === 'close'
  if (isLast) return
  for (let count = Math.max(end, ahead); count > 0; count--) cursor.next()
}

/** The offset after a label such as "Area:"; 0 if there is no label. */
function labelEnd(cursor: Cursor, from: number): number {
  let ahead = from
  while (ahead < from + 6 && cursor.peek(ahead).type === 'text') ahead++
  return ahead > from && cursor.peek(ahead).type === 'colon' ? ahead + 1 : 0
}

const isFiller = (word: string): boolean => FILLERS.has(word.toLowerCase())

function parseRelation(cursor: Cursor, first: Node): Node {
  const sides = [first]
  const comparisons: Comparison[] = []
  for (;;) {
    if (cursor.takes('command', 'not')) {
      if (!cursor.takes('relation', '=')) cursor.fail()
      comparisons.push('!=')
    } else if (cursor.sees('relation')) {
      const sign = cursor.next().text
      if (sign === 'in') return member(cursor, first, sides.length)
      comparisons.push(sign as Comparison)
    } else break
    skipFillers(cursor)
    sides.push(comparisons.at(-1) === '≡' ? asResidue(parseSets(cursor)) : parseSets(cursor))
  }
  return comparisons.length === 0 ? first : { kind: 'relation', sides, comparisons }
}

function member(cursor: Cursor, of: Node, sides: number): Node {
  return sides === 1 ? { kind: 'member', of, set: parseSets(cursor) } : cursor.fail()
}

/** Values, or sets joined by set operators. */
export function parseSets(cursor: Cursor): Node {
  let set = withoutMembers(parseRatio(cursor))
  for (;;) {
    const by = setSign(cursor)
    if (by === null) return set
    cursor.next()
    const parts = [set, parseRatio(cursor)]
    set = { kind: 'combined', by, parts }
  }
}

/** `\mathbb{R} - \{0\}` subtracts from a set, not from a number. */
function withoutMembers(node: Node): Node {
  const [first, second, ...others] = node.kind === 'sum' ? node.terms : []
  const isAll = first?.kind === 'constant' && first.name === 'reals'
  if (!isAll || others.length > 0 || second?.kind !== 'negative') return node
  if (second.of.kind !== 'set') return node
  return { kind: 'combined', by: 'difference', parts: [first, second.of] }
}

type SetSign = 'union' | 'intersection' | 'difference'

function setSign(cursor: Cursor): SetSign | null {
  const { type, text } = cursor.peek()
  if (type === 'set') return text as SetSign
  const after = cursor.peek(1)
  const isBracket = after.type === 'open' || after.text === ']'
  // A plain U between two intervals is a union.
  return type === 'letter' && text === 'U' && isBracket ? 'union' : null
}

function parseRatio(cursor: Cursor): Node {
  const first = parseModulo(cursor)
  if (!cursor.sees('colon') || cursor.sets > 0) return first
  const parts = [first]
  while (cursor.takes('colon')) parts.push(parseModulo(cursor))
  return { kind: 'ratio', parts }
}

function parseModulo(cursor: Cursor): Node {
  const of = parseSum(cursor)
  if (cursor.takes('command', 'pmod')) {
    return { kind: 'modulo', of, modulus: cursor.within(() => parseSum(cursor)) }
  }
  if (cursor.takes('command', 'mod'))
    return { kind: 'call', name: 'remainder', of: [of, parseSum(cursor)] }
  if (cursor.sees('open', '(') && cursor.peek(1).text === 'mod') {
    cursor.next()
    cursor.next()
    const modulus = parseSum(cursor)
    if (!cursor.takes('close', ')')) cursor.fail()
    return { kind: 'modulo', of, modulus }
  }
  return of
}
