import type { Cursor } from './cursor.ts'
import type { Node } from './node.ts'
import { parseDigits } from './number-text.ts'
import type { Token } from './token-type.ts'

/** A number with its thousands groups, or a mixed number such as 1 1/2. */
export function parseNumber(cursor: Cursor): Node {
  const token = cursor.next()
  let text = token.text
  if (/^[1-9]\d{0,2}$/.test(text)) {
    for (let group = nextGroup(cursor); group !== null; group = nextGroup(cursor)) {
      text += group
      if (group.includes('.')) break
    }
  }
  const continues = cursor.accept('ellipsis')
  // Dots after an integer do not say how its digits continue.
  if (continues && !text.includes('.')) return cursor.fail()
  const node = parseDigits(continues ? withPeriod(text) : text)
  if (node === null) return cursor.fail()
  if (node.decimals !== null || node.value.denominator !== 1n) return node
  const fraction = parseMixedPart(cursor)
  return fraction === null ? node : { kind: 'sum', terms: [node, fraction] }
}

/** The three digits of the next group, if there is one. */
function nextGroup(cursor: Cursor): string | null {
  const separator = cursor.peek()
  if (
    separator.type === 'number' &&
    separator.isSpaced &&
    /^\d{3}(?:\.\d+)?$/.test(separator.text)
  ) {
    return cursor.next().text
  }
  if (separator.type !== 'separator' || (separator.text !== ',' && separator.text !== '{,}'))
    return null
  const digits = cursor.peek(1)
  const isCertain = separator.text === '{,}'
  if (!isCertain && (!cursor.groupsThousands || separator.isSpaced || digits.isSpaced)) return null
  if (digits.type !== 'number' || !/^\d{3}(?:\.\d+)?$/.test(digits.text)) return null
  cursor.hasGroups ||= !isCertain
  cursor.next()
  return cursor.next().text
}

/** Dots after a decimal repeat its last digits, if those show a period. */
function withPeriod(text: string): string {
  const period = /^(\d*\.\d*?)(\d{1,6}?)\2+$/.exec(text.slice(0, 40))
  return period === null ? text : `${period[1]}(${period[2]})`
}

/** The fraction of a mixed number: digits over digits right after the integer. */
function parseMixedPart(cursor: Cursor): Node | null {
  const [first, sign, last] = [0, 1, 2].map((ahead) => cursor.peek(ahead)) as [Token, Token, Token]
  if (first.type === 'number' && first.isSpaced && sign.text === '/' && last.type === 'number') {
    const numerator = parseDigits(cursor.next().text) ?? cursor.fail()
    cursor.next()
    return {
      kind: 'quotient',
      numerator,
      denominator: parseDigits(cursor.next().text) ?? cursor.fail(),
    }
  }
  // {1/2} is the reading of a character such as ½.
  if (!cursor.sees('command', 'frac') && !(first.text === '{' && last.text === '/')) return null
  // A numerator with another fraction is no integer. Trying it too would take exponential time.
  if (cursor.isInFraction) return cursor.fail()
  return cursor.tryParse(() => {
    cursor.isInFraction = true
    const node = cursor.grammar.operand(cursor)
    cursor.isInFraction = false
    const isFraction =
      node.kind === 'quotient' &&
      node.numerator.kind === 'number' &&
      node.denominator.kind === 'number'
    return isFraction ? node : null
  })
}
