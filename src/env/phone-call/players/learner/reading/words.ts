import { stemOf, wordsOf } from '../../../../../sim/phone/stems.ts'

/** Words that tell nothing about what is wanted. */
const IDLE: ReadonlySet<string> = new Set(
  `a an and are at be by can for from get have i if in is it me my of on or our please that the to
us want we with you your`.split(/\s+/),
)

/** Stems of the words of a text that say something, each once, in order of appearance. */
export const tellingWords = (text: string): string[] => [
  ...new Set(
    wordsOf(text)
      .filter((word) => !IDLE.has(word))
      .map(stemOf),
  ),
]
