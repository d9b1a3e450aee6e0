import { byName } from '../../sim/by-name.ts'
import { spansOf } from './spans.ts'

/** The replacement of a text, given the answers to it; undefined if there is none. */
export type Substitute = (text: string, answers: string, occurrence: number) => string | undefined

export const GARBAGE = 'asdf qwer 0'

const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '')
const longest = (text: string): string | undefined =>
  [...words(text)].sort((one, other) => other.length - one.length)[0]

/** For arguments. An answer may well be one word: there only `among others` is no work. */
export const SUBSTITUTES: Readonly<Record<string, Substitute>> = byName({
  'its first word': (text) => words(text)[0],
  'its last word': (text) =>
    words(text)
      .at(-1)
      ?.replace(/[.?!]$/, ''),
  'its longest word': longest,
  'a name in it': (text) => spansOf('name', text).at(-1),
  'the first name in the answer': (_, answers) => spansOf('name', answers)[0],
  'the second name in the answer': (_, answers) => spansOf('name', answers)[1],
  'every name in the answer': (_, answers) => spansOf('name', answers).join(', '),
  'other digits': (text) => otherDigits(text, 1),
  garbage: () => GARBAGE,
})
/** For answers: of several values, the first or the last alone. */
export const HALVES: Readonly<Record<string, Substitute>> = byName({
  'its first value alone': (text) => valueIn(text, 0),
  'its last value alone': (text) => valueIn(text, -1),
})

/** One value of an answer with several; undefined for other answers, and for programs. */
function valueIn(text: string, at: number): string | undefined {
  const [listed] = text.includes('```') ? [] : (LISTED.exec(text) ?? [])
  return listed === undefined ? undefined : text.replace(listed, listed.split(',').at(at) ?? '')
}

const LISTED = /[^,{}()[\]\n]+(?:,[^,{}()[\]\n]+)+/

const otherDigits = (text: string, by: number): string =>
  text.replace(/\d/g, (digit) => String((Number(digit) + by) % 10))

/** Wrong texts around a right one: the same text with other digits, and those of other tasks. */
export function decoysOf(text: string, others: readonly string[]): readonly string[] {
  const similar = [1, 2].map((by) => otherDigits(text, by))
  return [...new Set([...similar, ...others])].filter((other) => other !== text)
}
