import type { AskedField } from '../../sim/phone/speech.ts'
import { FIELDS, type Field } from '../../sim/phone/tables/fields.ts'

/** One thing that an attempt taught, as a line of a critique says it. */
export type Lesson =
  /** The department named these as missing. */
  | { readonly kind: 'wants'; readonly department: string; readonly fields: readonly AskedField[] }
  /** The department was content with these. */
  | { readonly kind: 'accepted'; readonly department: string; readonly fields: readonly Field[] }
  /** The form, or messages to the customer, asked for these. */
  | {
      readonly kind: 'asked'
      readonly by: 'form' | 'messages'
      readonly fields: readonly Field[]
    }
  | { readonly kind: 'lacks'; readonly fields: readonly Field[] }
  /** The customer gave up on a form of this many fields. */
  | { readonly kind: 'too_long'; readonly count: number }
  | { readonly kind: 'first'; readonly department: string; readonly first: string }
  | { readonly kind: 'reference'; readonly department: string; readonly first: string }
  /** What nobody can change, in words only. */
  | { readonly kind: 'fact'; readonly text: string }
  /** Anything else worth knowing, in words only. */
  | { readonly kind: 'advice'; readonly text: string }

const ASKED = { form: 'The form asked for', messages: 'The customer was asked for' } as const

const list = (fields: readonly string[]): string => fields.join(', ')

/** A lesson in words, without its bullet. */
export function sayLesson(lesson: Lesson): string {
  switch (lesson.kind) {
    case 'wants': {
      const items = lesson.fields.map(({ field, alternative }) =>
        alternative === undefined ? field : `${field} (or ${alternative} instead)`,
      )
      return `${lesson.department} also wanted: ${list(items)}.`
    }
    case 'accepted':
      return `${lesson.department} did its part with: ${list(lesson.fields)}.`
    case 'asked':
      return `${ASKED[lesson.by]}: ${list(lesson.fields)}.`
    case 'lacks':
      return `The customer does not have: ${list(lesson.fields)}. Ask for what replaces it.`
    case 'too_long':
      return `The customer gave up on a form of ${lesson.count} fields. Ask for fewer.`
    case 'first':
      return `${lesson.department} only acts after: ${lesson.first}.`
    case 'reference':
      return `${lesson.department} wants the reference number given by: ${lesson.first}.`
    case 'fact':
    case 'advice':
      return lesson.text
  }
}

const isField = (name: string): name is Field => (FIELDS as readonly string[]).includes(name)
const fieldsIn = (text: string): Field[] => text.split(', ').filter(isField)

function wantedIn(text: string): AskedField[] {
  const asked: AskedField[] = []
  for (const item of text.split(', ')) {
    const [, field = '', alternative] = /^(\w+)(?: \(or (\w+) instead\))?$/.exec(item) ?? []
    if (!isField(field)) continue
    const hasAlternative = alternative !== undefined && isField(alternative)
    asked.push(hasAlternative ? { field, alternative } : { field })
  }
  return asked
}

const READERS: readonly (readonly [RegExp, (match: RegExpExecArray) => Lesson])[] = [
  [
    /^(.+) also wanted: (.+)\.$/,
    ([, department = '', text = '']) => ({ kind: 'wants', department, fields: wantedIn(text) }),
  ],
  [
    /^(.+) did its part with: (.*)\.$/,
    ([, department = '', text = '']) => ({ kind: 'accepted', department, fields: fieldsIn(text) }),
  ],
  [
    /^The form asked for: (.+)\.$/,
    ([, text = '']) => ({ kind: 'asked', by: 'form', fields: fieldsIn(text) }),
  ],
  [
    /^The customer was asked for: (.+)\.$/,
    ([, text = '']) => ({ kind: 'asked', by: 'messages', fields: fieldsIn(text) }),
  ],
  [
    /^The customer does not have: (.+)\. Ask for what replaces it\.$/,
    ([, text = '']) => ({ kind: 'lacks', fields: fieldsIn(text) }),
  ],
  [
    /^The customer gave up on a form of (\d+) fields\. Ask for fewer\.$/,
    ([, count = '0']) => ({ kind: 'too_long', count: Number(count) }),
  ],
  [
    /^(.+) only acts after: (.+)\.$/,
    ([, department = '', first = '']) => ({ kind: 'first', department, first }),
  ],
  [
    /^(.+) wants the reference number given by: (.+)\.$/,
    ([, department = '', first = '']) => ({ kind: 'reference', department, first }),
  ],
]

/** The reverse of `sayLesson` for every line of a text that is a lesson other than advice. */
export function readLessons(text: string): Lesson[] {
  const lessons: Lesson[] = []
  for (const line of text.split('\n')) {
    const words = line.trim().replace(/^- /, '')
    for (const [pattern, read] of READERS) {
      const match = pattern.exec(words)
      if (match === null) continue
      lessons.push(read(match))
      break
    }
  }
  return lessons
}
