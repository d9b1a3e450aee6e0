import { byName } from '../../by-name.ts'
import type { Cursor } from './cursor.ts'
import { isDenial } from './is-prose.ts'
import type { Node } from './node.ts'
import { parseCondition } from './parse-cases.ts'
import { UNIT_SYMBOLS, UNITS } from './tables/units.ts'
import { CONDITION_WORDS } from './tables/words.ts'

const isUnit = (word: string): boolean => UNITS.has(word) || UNIT_SYMBOLS.has(word)

/** "5 is too large" and "5, otherwise 6" do not fix the answer. */
const OPEN: ReadonlySet<string> = new Set(['is', 'too', 'was', 'otherwise', 'else', 'unless'])

/**
 * Reads the words after a value: a unit, a remark, or a condition that ends the formula. Words that
 * are not a unit are kept, so no part of an answer is lost.
 */
export function parseUnit(cursor: Cursor, value: Node): Node {
  const words: string[] = []
  let suffix = ''
  for (;;) {
    const { type, text } = cursor.peek()
    if (type === 'text' || type === 'currency') {
      const word = text.toLowerCase()
      if (CONDITION_WORDS.has(word) && !(word === 'in' && words.length === 0)) {
        const remaining = cursor.remaining()
        if (remaining.some(({ text }) => OPEN.has(text.toLowerCase()))) cursor.fail()
        const condition = parseCondition(cursor, remaining)
        if (condition !== null) cursor.premises.push({ arrow: word, items: [condition] })
        cursor.skipToEnd()
        break
      }
      // "5 is wrong" states nothing.
      if (isDenial(word) || OPEN.has(word)) cursor.fail()
      cursor.next()
      words.push(UNIT_SYMBOLS.has(text) ? text : word)
    } else if (words.length > 0 && type === 'operator' && (text === '^' || text === '/')) {
      const power = parseUnitPower(cursor, text)
      if (power === null) break
      suffix = ''
      words.push(power)
    } else break
  }
  const unit = normalizeUnit(words) + suffix
  // "x is - 3" is not a difference.
  const isSentence = words.some((word) => /^[a-z]+$/.test(word) && !isUnit(word))
  if (isSentence && cursor.sees('operator')) cursor.fail()
  return unit === '' ? value : { kind: 'quantity', operand: value, unit }
}

/** `^2` or `/s` after a unit's name; `null` if something else follows the sign. */
function parseUnitPower(cursor: Cursor, sign: string): string | null {
  if (sign === '/') {
    const nextToken = cursor.peek(1)
    if (nextToken.type !== 'text' && nextToken.type !== 'letter') return null
    cursor.next()
    cursor.next()
    return `/${UNIT_SYMBOLS.has(nextToken.text) ? nextToken.text : nextToken.text.toLowerCase()}`
  }
  const isBraced = cursor.peek(1).text === '{'
  const digits = cursor.peek(isBraced ? 2 : 1)
  if (digits.type !== 'number' || digits.text.length > 1) return null
  for (let count = isBraced ? 4 : 2; count > 0; count--) cursor.next()
  return `^${digits.text}`
}

const POWER_WORDS: Readonly<Record<string, string>> = byName({
  square: '^2',
  sq: '^2',
  squared: '^2',
  cubic: '^3',
  cu: '^3',
  cubed: '^3',
})

/** Normalizes the spelling of a unit: `square meters` and `m ^2` are both `m^2`. */
function normalizeUnit(words: readonly string[]): string {
  let unit = ''
  let power = ''
  for (const word of words) {
    const wordPower = POWER_WORDS[word]
    if (wordPower !== undefined) {
      if (unit === '') power = wordPower
      else unit += wordPower
    } else if (word.startsWith('^') || word.startsWith('/')) unit += word
    else if (word === 'per') unit += '/'
    else if (unit === '' || unit.endsWith('/')) unit += word + (isUnit(word) ? power : '')
    else if (isUnit(word) || !isUnit(unit)) unit += ` ${word}`
  }
  return unit.trim().replace(/^degrees? (?=celsius|fahrenheit|kelvin)/, '')
}
