import type { Cursor } from './cursor.ts'
import type { Node } from './node.ts'
import { numberOf } from './number-text.ts'

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
  const goesOn = cursor.takes('ellipsis')
  // Dots after an integer do not say how its digits continue.
  if (goesOn && !text.includes('.')) return cursor.fail()
  const node = numberOf(goesOn ? withPeriod(text) : text)
  if (node === null) return cursor.fail()
  if (node.decimals !== null || node.value.denominator !== 1n) return node
  const fraction = mixedPart(cursor)
  return fraction === null ? node : { kind: 'sum', terms: [node, fraction] }
}

/** The three digits of the next group, if there is one. */
function nextGroup(cursor: Cursor): string | null {
  const first = cursor.peek()
  if (first.type === 'number' && first.isSpaced && /^\d{3}(?:\.\d+)?$/.test(first.text)) {
    return cursor.next().text
  }
  if (first.type !== 'separator' || (first.text !== ',' && first.text !== '{,}')) return null
  const digits = cursor.peek(1)
  const isCertain = first.text === '{,}'
  if (!isCertain && (!cursor.groupsThousands || first.isSpaced || digits.isSpaced)) return null
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
function mixedPart(cursor: Cursor): Node | null {
  const first = cursor.peek()
  if (first.type === 'command' && first.text === 'frac') return latexPart(cursor)
  const isSlashed =
    first.type === 'number' &&
    first.isSpaced &&
    cursor.peek(1).text === '/' &&
    cursor.peek(2).type === 'number'
  if (!isSlashed) return braced(cursor)
  const over = digits(cursor.next().text, cursor)
  cursor.next()
  return { kind: 'quotient', over, under: digits(cursor.next().text, cursor) }
}

/** {1/2} after a number, the reading of a character such as ½. */
function braced(cursor: Cursor): Node | null {
  if (!cursor.sees('open', '{') || cursor.peek(2).text !== '/') return null
  if (cursor.peek(1).type !== 'number' || cursor.peek(3).type !== 'number') return null
  if (cursor.peek(4).text !== '}') return null
  cursor.next()
  const over = digits(cursor.next().text, cursor)
  cursor.next()
  const under = digits(cursor.next().text, cursor)
  cursor.next()
  return { kind: 'quotient', over, under }
}

function latexPart(cursor: Cursor): Node | null {
  const { type, text } = cursor.peek(1)
  if (type === 'number' && /^\d\d$/.test(text)) {
    cursor.next()
    cursor.next()
    const [over, under] = [text[0] as string, text[1] as string]
    return { kind: 'quotient', over: digits(over, cursor), under: digits(under, cursor) }
  }
  const isBraced = [1, 3, 4, 6].every((ahead) => /^[{}]$/.test(cursor.peek(ahead).text))
  const [over, under] = [cursor.peek(2), cursor.peek(5)]
  if (!isBraced || over.type !== 'number' || under.type !== 'number') return null
  for (let count = 0; count < 7; count++) cursor.next()
  return { kind: 'quotient', over: digits(over.text, cursor), under: digits(under.text, cursor) }
}

const digits = (text: string, cursor: Cursor): Node => numberOf(text) ?? cursor.fail()
