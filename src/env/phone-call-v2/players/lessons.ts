import { FIELDS, type Field } from '../../../sim/phone/tables/fields.ts'

/** What a line of a critique taught about the hidden side of a task of the first stage. */
export type Lesson =
  | { readonly kind: 'wants'; readonly department: string; readonly fields: readonly Field[] }
  | { readonly kind: 'accepted'; readonly department: string; readonly fields: readonly Field[] }
  | { readonly kind: 'lacks'; readonly fields: readonly Field[] }
  /** The customer gave up on a form of this many fields. */
  | { readonly kind: 'too_long'; readonly count: number }

/** Field names in a text, without those that may stand in for another. */
const fieldsIn = (text = ''): Field[] => {
  const words = text.replaceAll(/\(or [^)]* instead\)/g, '').split(/\W+/)
  return FIELDS.filter((field) => words.includes(field))
}

const READERS: readonly (readonly [RegExp, (match: RegExpExecArray) => Lesson])[] = [
  [
    /^- (.+) also wanted: (.+)\.$/,
    ([, department = '', text]) => ({ kind: 'wants', department, fields: fieldsIn(text) }),
  ],
  [
    /^- (.+) did its part \(\w+\) with: (.*)\.$/,
    ([, department = '', text]) => ({ kind: 'accepted', department, fields: fieldsIn(text) }),
  ],
  [
    /^- The customer does not have: (.+)\. Ask/,
    ([, text]) => ({ kind: 'lacks', fields: fieldsIn(text) }),
  ],
  [
    /^- The customer gave up on a form of (\d+) fields/,
    ([, count]) => ({ kind: 'too_long', count: Number(count) }),
  ],
]

/** The lessons in earlier critiques, as a reader of `<previous_attempts>` finds them. */
export const readLessons = (attempts: string): Lesson[] =>
  attempts.split('\n').flatMap((line) => {
    for (const [pattern, read] of READERS) {
      const match = pattern.exec(line.trim())
      if (match !== null) return [read(match)]
    }
    return []
  })
