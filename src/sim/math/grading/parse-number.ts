import type { Cursor } from './cursor.ts'
import type { Node } from './node.ts'
import { parseDigits } from './number-text.ts'

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
  const token = cursor.peek()
  if (token.type === 'command' && token.text === 'frac') return parseLatexFraction(cursor)
  const isSlashed =
    token.type === 'number' &&
    token.isSpaced &&
    cursor.peek(1).text === '/' &&
    cursor.peek(2).type === 'number'
  if (!isSlashed) return parseBracedFraction(cursor)
  const numerator = digitsNode(cursor.next().text, cursor)
  cursor.next()
  return { kind: 'quotient', numerator, denominator: digitsNode(cursor.next().text, cursor) }
}

/** {1/2} after a number, the reading of a character such as ½. */
function parseBracedFraction(cursor: Cursor): Node | null {
  if (!cursor.sees('open', '{') || cursor.peek(2).text !== '/') return null
  if (cursor.peek(1).type !== 'number' || cursor.peek(3).type !== 'number') return null
  if (cursor.peek(4).text !== '}') return null
  cursor.next()
  const numerator = digitsNode(cursor.next().text, cursor)
  cursor.next()
  const denominator = digitsNode(cursor.next().text, cursor)
  cursor.next()
  return { kind: 'quotient', numerator, denominator }
}

function parseLatexFraction(cursor: Cursor): Node | null {
  const { type, text } = cursor.peek(1)
  if (type === 'number' && /^\d\d$/.test(text)) {
    cursor.next()
    cursor.next()
    const [numerator, denominator] = [text[0] as string, text[1] as string]
    return {
      kind: 'quotient',
      numerator: digitsNode(numerator, cursor),
      denominator: digitsNode(denominator, cursor),
    }
  }
  const isBraced = [1, 3, 4, 6].every((ahead) => /^[{}]$/.test(cursor.peek(ahead).text))
  const [numerator, denominator] = [cursor.peek(2), cursor.peek(5)]
  if (!isBraced || numerator.type !== 'number' || denominator.type !== 'number') return null
  for (let count = 0; count < 7; count++) cursor.next()
  return {
    kind: 'quotient',
    numerator: digitsNode(numerator.text, cursor),
    denominator: digitsNode(denominator.text, cursor),
  }
}

const digitsNode = (text: string, cursor: Cursor): Node => parseDigits(text) ?? cursor.fail()
