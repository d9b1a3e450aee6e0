import type { AskedDetail } from '../../../sim/phone/department.ts'
import { FIELDS, type Field } from '../../../sim/phone/tables/fields.ts'

/** What a line of a critique reveals about the hidden side of a task of the first stage. */
export type Lesson =
  | {
      readonly kind: 'wants'
      readonly department: string
      readonly fields: readonly AskedDetail[]
    }
  | { readonly kind: 'accepted'; readonly department: string; readonly fields: readonly Field[] }
  | { readonly kind: 'lacks'; readonly fields: readonly Field[] }
  /** The customer abandoned a form of this many fields. */
  | { readonly kind: 'too_long'; readonly count: number }

const isField = (name: string): name is Field => (FIELDS as readonly string[]).includes(name)

const fieldsIn = (text = ''): Field[] => text.split(', ').filter(isField)

/** Parses required fields with their alternatives: `order_number (or email instead), email`. */
const askedIn = (text = ''): AskedDetail[] =>
  text.split(', ').flatMap((item) => {
    const [, field = '', alternative = ''] = /^(\w+)(?: \(or (\w+) instead\))?$/.exec(item) ?? []
    if (!isField(field)) return []
    return [isField(alternative) ? { field, alternative } : { field }]
  })

const READERS: readonly (readonly [RegExp, (match: RegExpExecArray) => Lesson])[] = [
  [
    /^- (.+) also wanted: (.+)\.$/,
    ([, department = '', text]) => ({ kind: 'wants', department, fields: askedIn(text) }),
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
