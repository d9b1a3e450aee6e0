import { byName } from '../../sim/by-name.ts'
import { findSpans } from './spans.ts'

/** The replacement of a text, given the answers to it; undefined if there is none. */
export type Substitute = (text: string, answers: string, occurrence: number) => string | undefined

export const GARBAGE = 'asdf qwer 0'

const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '')
const longest = (text: string): string | undefined =>
  [...words(text)].sort((left, right) => right.length - left.length)[0]

/** For arguments. Final answers are left out, because one word may be a full answer. */
export const SUBSTITUTES: Readonly<Record<string, Substitute>> = byName({
  'its first word': (text) => words(text)[0],
  'its last word': (text) =>
    words(text)
      .at(-1)
      ?.replace(/[.?!]$/, ''),
  'its longest word': longest,
  'a name in it': (text) => findSpans('name', text).at(-1),
  'the first name in the answer': (_, answers) => findSpans('name', answers)[0],
  'the second name in the answer': (_, answers) => findSpans('name', answers)[1],
  'every name in the answer': (_, answers) => findSpans('name', answers).join(', '),
  'other digits': (text) => otherDigits(text, 1),
  garbage: () => GARBAGE,
})
/** For answers: of several values, the first or the last alone. */
export const HALVES: Readonly<Record<string, Substitute>> = byName({
  'its first value alone': (text) => valueIn(text, 0),
  'its last value alone': (text) => valueIn(text, -1),
})

/** One value of an answer with several; undefined for other answers, and for programs. */
function valueIn(text: string, position: number): string | undefined {
  const [list] = text.includes('```') ? [] : (LIST.exec(text) ?? [])
  return list === undefined ? undefined : text.replace(list, list.split(',').at(position) ?? '')
}

const LIST = /[^,{}()[\]\n]+(?:,[^,{}()[\]\n]+)+/

const otherDigits = (text: string, increment: number): string =>
  text.replace(/\d/g, (digit) => String((Number(digit) + increment) % 10))

/** Wrong texts: the right one with other digits, and those of other tasks. */
export function makeDecoys(text: string, otherTexts: readonly string[]): readonly string[] {
  const similar = [1, 2].map((increment) => otherDigits(text, increment))
  return [...new Set([...similar, ...otherTexts])].filter((other) => other !== text)
}
