import { FRACTION_WORDS, SCALE_WORDS, SMALL_NUMBER_WORDS } from './tables/number-words.ts'

/** A stretch of a text that says a number in words, and the same in digits. */
export interface WordNumber {
  readonly start: number
  readonly end: number
  /** `-5`, `42`, `3/4`, `72%`. */
  readonly digits: string
}

interface Word {
  readonly start: number
  readonly end: number
  readonly text: string
}

const WORD = /[a-z]+/gi

/** Every number that a text spells out in English: "minus five", "three quarters", "forty-two". */
export function wordNumbersIn(text: string): WordNumber[] {
  const words: Word[] = []
  for (const match of text.matchAll(WORD)) {
    const start = match.index
    words.push({ start, end: start + match[0].length, text: match[0].toLowerCase() })
  }
  const found: WordNumber[] = []
  for (let index = 0; index < words.length; index++) {
    const read = readAt(text, words, index)
    if (read === undefined) continue
    const start = (words[index] as Word).start
    found.push({ start, end: (words[read.next - 1] as Word).end, digits: read.digits })
    index = read.next - 1
  }
  return found
}

interface Read {
  readonly digits: string
  readonly next: number
}

function readAt(text: string, words: readonly Word[], from: number): Read | undefined {
  const negative = /^(minus|negative)$/.test(words[from]?.text ?? '')
  const start = negative ? from + 1 : from
  if (negative && !joined(text, words, from)) return undefined
  const whole = readWhole(text, words, start)
  if (whole === undefined) return undefined
  const sign = negative ? '-' : ''
  const value = `${sign}${whole.value}`
  const follow = joined(text, words, whole.next - 1) ? words[whole.next]?.text : undefined
  const denominator = FRACTION_WORDS.get((follow ?? '').replace(/s$/, ''))
  if (denominator !== undefined) {
    return { digits: `${value}/${denominator}`, next: whole.next + 1 }
  }
  if (follow === 'percent') return { digits: `${value}%`, next: whole.next + 1 }
  return { digits: value, next: whole.next }
}

/** Whether nothing but a space or a hyphen stands between a word and the next. */
function joined(text: string, words: readonly Word[], index: number): boolean {
  const [left, right] = [words[index], words[index + 1]]
  if (left === undefined || right === undefined) return false
  return /^(\s{1,3}|-)$/.test(text.slice(left.end, right.start))
}

function readWhole(
  text: string,
  words: readonly Word[],
  from: number,
): { value: number; next: number } | undefined {
  let total = 0
  let group: number | undefined
  let index = from
  for (; index < words.length; index++) {
    if (index > from && !joined(text, words, index - 1)) break
    const word = (words[index] as Word).text
    const small = SMALL_NUMBER_WORDS.get(word)
    const scale = SCALE_WORDS.get(word)
    if (small !== undefined && fits(group, small)) group = (group ?? 0) + small
    else if (scale === 100 && group !== undefined) group *= 100
    else if (scale !== undefined && group !== undefined) {
      total += group * scale
      group = 0
    } else if (word === 'and' && group !== undefined && isNumberWord(words[index + 1])) continue
    else break
  }
  if (group === undefined || total + group > Number.MAX_SAFE_INTEGER) return undefined
  // An "and" at the end belongs to the sentence, not to the number.
  if ((words[index - 1] as Word).text === 'and') index -= 1
  return { value: total + group, next: index }
}

/** "forty two" is one number, "two forty" and "three four" are two. */
const fits = (group: number | undefined, small: number): boolean =>
  group === undefined ||
  (group % 100 === 0 && small > 0) ||
  (group % 10 === 0 && group % 100 >= 20 && small > 0 && small < 10)

const isNumberWord = (word: Word | undefined): boolean =>
  word !== undefined && SMALL_NUMBER_WORDS.has(word.text)
