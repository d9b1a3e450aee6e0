import { byName } from '../../../by-name.ts'
import type { Tokens } from './tokens.ts'

/** A number in a text, and the token after it. */
export interface ReadNumber {
  readonly value: number
  readonly end: number
}

const named = (words: string, first: number, step = 1): [string, number][] =>
  words.split(' ').map((word, at) => [word, first + at * step])

const SMALL: Readonly<Record<string, number>> = byName(
  Object.fromEntries([
    ...named('zero one two three four five six seven eight nine ten eleven twelve', 0),
    ...named('thirteen fourteen fifteen sixteen seventeen eighteen nineteen', 13),
  ]),
)
const TENS: Readonly<Record<string, number>> = byName(
  Object.fromEntries(named('twenty thirty forty fifty sixty seventy eighty ninety', 20, 10)),
)
const SCALES: Readonly<Record<string, number>> = byName({
  hundred: 100,
  thousand: 1_000,
  grand: 1_000,
  k: 1_000,
  million: 1_000_000,
})
const ORDINALS: Readonly<Record<string, number>> = byName(
  Object.fromEntries([
    ...named('first second third fourth fifth sixth seventh eighth ninth tenth eleventh', 1),
    ...named('twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth', 12),
    ...named('nineteenth twentieth', 19),
    ['thirtieth', 30],
  ]),
)
const ORDINAL_ENDINGS: ReadonlySet<string> = new Set(['st', 'nd', 'rd', 'th'])

const PLAIN = /^\d{1,9}(?:\.\d{1,2})?$/
const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/

/** A number in digits or words that begins at a token: "1,500", "2.5k", "twenty-five hundred". */
export function numberAt(tokens: Tokens, start: number): ReadNumber | undefined {
  const token = tokens[start] ?? ''
  if (PLAIN.test(token) || GROUPED.test(token)) {
    return scaled(tokens, start + 1, Number(token.replaceAll(',', '')))
  }
  const read = digitsAt(tokens, start) ?? wordsAt(tokens, start)
  return read !== undefined && hasHalf(tokens, read.end)
    ? scaled(tokens, read.end, read.value)
    : read
}

function scaled(tokens: Tokens, at: number, value: number): ReadNumber {
  if (hasHalf(tokens, at)) return scaled(tokens, at + 3, value + 0.5)
  const scale = SCALES[tokens[at] ?? '']
  return scale === undefined ? { value, end: at } : { value: value * scale, end: at + 1 }
}

/** "Two and a half thousand". */
const hasHalf = (tokens: Tokens, at: number): boolean =>
  tokens[at] === 'and' && tokens[at + 1] === 'a' && tokens[at + 2] === 'half'

/** More digits are no number of things. */
const DIGITS_MAX = 9

/** Digits that are read out one by one: "four seven oh two". */
function digitsAt(tokens: Tokens, start: number): ReadNumber | undefined {
  let digits = ''
  let at = start
  for (; at < tokens.length; at++) {
    const token = tokens[at] ?? ''
    const digit = token === 'oh' && digits !== '' ? 0 : SMALL[token]
    if (digit === undefined || digit > 9 || digits.length > DIGITS_MAX) break
    digits += digit
  }
  return digits.length < 2 || digits.length > DIGITS_MAX
    ? undefined
    : { value: Number(digits), end: at }
}

function wordsAt(tokens: Tokens, start: number): ReadNumber | undefined {
  let total = 0
  let group: number | undefined
  let at = start
  // "A hundred", "a dozen".
  const first = tokens[start] ?? ''
  const next = tokens[start + 1] ?? ''
  if (first === 'a' && (SCALES[next] !== undefined || next === 'dozen')) {
    group = 1
    at += 1
  }
  for (; at < tokens.length; at++) {
    const token = tokens[at] ?? ''
    const unit = SMALL[token]
    const ten = TENS[token]
    const scale = SCALES[token]
    if (unit !== undefined && (group === undefined || fits(group, unit))) {
      group = (group ?? 0) + unit
    } else if (ten !== undefined && (group === undefined || group % 100 === 0)) {
      group = (group ?? 0) + ten
    } else if (token === 'dozen' && group !== undefined) group *= 12
    else if (scale === 100 && group !== undefined) group *= 100
    else if (scale !== undefined && token !== 'k' && group !== undefined) {
      total += group * scale
      group = 0
    } else if (token !== 'and' || !goesOn(tokens, at, group)) break
  }
  return group === undefined ? undefined : { value: total + group, end: at }
}

/** "Twenty" takes "five", "two hundred" takes "fifteen"; "five" takes nothing. */
const fits = (group: number, unit: number): boolean =>
  group % 100 === 0 || (unit < 10 && unit > 0 && group % 100 >= 20 && group % 10 === 0)

/** Whether "and" joins two parts of one number: "two hundred and five". */
const goesOn = (tokens: Tokens, at: number, group: number | undefined): boolean => {
  const next = tokens[at + 1] ?? ''
  const before = tokens[at - 1] ?? ''
  const isScaled = SCALES[before] !== undefined && group !== undefined
  return isScaled && (SMALL[next] !== undefined || TENS[next] !== undefined)
}

/** A number that counts days: "14th", "fourteenth", "twenty-first". */
export function ordinalAt(tokens: Tokens, start: number): ReadNumber | undefined {
  const token = tokens[start] ?? ''
  const next = tokens[start + 1] ?? ''
  if (/^\d{1,2}$/.test(token) && ORDINAL_ENDINGS.has(next)) {
    return { value: Number(token), end: start + 2 }
  }
  const ten = TENS[token]
  const unit = ORDINALS[next]
  if (ten !== undefined && unit !== undefined && unit < 10) {
    return { value: ten + unit, end: start + 2 }
  }
  const value = ORDINALS[token]
  return value === undefined ? undefined : { value, end: start + 1 }
}
