import type { HeardCall, Place } from './hear-call.ts'
import { LABELS } from './records/wishes.ts'
import type { AskedField } from './speech.ts'
import { DEPARTMENT_KINDS, KIND_HABITS } from './tables/departments.ts'
import { FIELDS, type Field } from './tables/fields.ts'
import { CUES, FIELD_PATTERNS } from './tables/free-speech.ts'

/** Something that a text names, and where. */
interface Mention<Named> {
  readonly named: Named
  readonly start: number
  readonly end: number
}

const NAMES = DEPARTMENT_KINDS.flatMap((kind) => KIND_HABITS[kind].names)
/** Every name that a department goes by, known by its capitals. */
export const NAME_PATTERN = new RegExp(
  `\\b(?:${[...NAMES].sort((a, b) => b.length - a.length).join('|')})\\b`,
  'g',
)
const REFERENCE = /\bR\d{6}\b/g

/** Departments that a text names, each once, in order. Names are known by their capitals. */
export const departmentsIn = (text: string): string[] => [...new Set(text.match(NAME_PATTERN))]

/**
 * Reads what an employee said in words of any kind. Made to be strict: what is said in an
 * ambiguous way is not understood at all, so that whoever wants to be understood says it clearly.
 */
export function hearFreely(text: string, place: Place): HeardCall | undefined {
  const known = blank(text, place.company)
  const departments = departmentsIn(known).filter((name) => name !== place.department)
  const others = known.replace(NAME_PATTERN, (name) => ' '.repeat(name.length))
  const rest = blank(others, place.department)
  const references = [...new Set(rest.match(REFERENCE))]
  const fields = fieldsIn(rest)
  const kinds = [departments, references, fields].filter(({ length }) => length > 0).length
  if (kinds > 1 || references.length > 1) return undefined
  if (fields.length > 0) return heardDetails(rest, fields)
  const base = { missing: [], mismatched: [], named: '', reference: '', held: false }
  const [reference] = references
  if (reference !== undefined) {
    const kind = CUES.earlier.test(rest) ? 'already_done' : 'done'
    const clear = kind === 'already_done' || (CUES.done.test(rest) && !CUES.undone.test(rest))
    return clear ? { ...base, kind, reference } : undefined
  }
  if (departments.length > 0) {
    const heard = heardDepartments(known, rest, departments)
    return heard === undefined ? undefined : { ...base, ...heard }
  }
  const asked = labelsIn(rest)
  if (asked.length > 0 && CUES.missing.test(rest)) {
    return { ...base, kind: 'unsaid', named: asked.join(' and ') }
  }
  const kind = kindOfPlainWords(text, rest, place)
  return kind === undefined ? undefined : { ...base, kind }
}

/** What a request left open, in the words of our own staff, in the order of the text. */
const labelsIn = (text: string): string[] =>
  LABELS.filter((label) => text.includes(label)).sort(
    (one, other) => text.indexOf(one) - text.indexOf(other),
  )

/** The text with a name taken out; the places of everything else stay. */
const blank = (text: string, name: string): string =>
  name === '' ? text : text.split(name).join(' '.repeat(name.length))

/** Every field that is named, in order; of overlapping ones the longest. */
function fieldsIn(text: string): Mention<Field>[] {
  const all = FIELDS.flatMap((named) =>
    [...text.matchAll(FIELD_PATTERNS[named])].map(({ index, 0: said }) => ({
      named,
      start: index,
      end: index + said.length,
    })),
  )
  const longest = all.sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start)
  const kept: Mention<Field>[] = []
  for (const mention of longest) {
    if (kept.every(({ start, end }) => mention.end <= start || mention.start >= end)) {
      kept.push(mention)
    }
  }
  return kept.sort((a, b) => a.start - b.start)
}

/** What is missing, or does not match. Each sentence is about one of the two. */
function heardDetails(text: string, fields: readonly Mention<Field>[]): HeardCall | undefined {
  const missing: AskedField[] = []
  const mismatched: Field[] = []
  let before: { readonly end: number; readonly about: 'missing' | 'mismatch' } | undefined
  for (const { named, start, end } of fields) {
    const sentence = sentenceAt(text, start)
    const about = CUES.mismatch.test(sentence) ? 'mismatch' : 'missing'
    const gap = before?.about === 'missing' ? text.slice(before.end, start) : ''
    const last = about === 'missing' && gap !== '' ? missing.at(-1) : undefined
    const isSettled = last?.alternative !== undefined && CUES.besides.test(gap)
    if (about === 'mismatch') mismatched.push(named)
    else if (CUES.needless.test(sentence)) return undefined
    else if (last !== undefined && CUES.inPlaceOf.test(gap)) {
      missing[missing.length - 1] = { field: named, alternative: last.field }
    } else if (last !== undefined && !isSettled && CUES.alternative.test(gap)) {
      if (last.alternative !== undefined) return undefined
      missing[missing.length - 1] = { field: last.field, alternative: named }
    } else if (CUES.missing.test(sentence)) missing.push({ field: named })
    else return undefined
    before = { end, about }
  }
  const names = [...missing.map(({ field }) => field), ...mismatched]
  if (new Set(names).size < names.length) return undefined
  const kind = missing.length > 0 ? 'missing' : 'mismatch'
  const held = CUES.hold.test(text) && !CUES.holdLifted.test(text)
  return { kind, missing, mismatched, named: '', reference: '', held }
}

/** The sentence around a place of a text. */
function sentenceAt(text: string, at: number): string {
  let start = 0
  for (const { index, 0: mark } of text.matchAll(/[.!?](?=\s)/g)) {
    if (index >= at) return text.slice(start, index)
    start = index + mark.length
  }
  return text.slice(start)
}

function heardDepartments(
  known: string,
  text: string,
  departments: readonly string[],
): Pick<HeardCall, 'kind' | 'named'> | undefined {
  const isDenied = [...known.matchAll(NAME_PATTERN)].some(({ index, 0: name }) =>
    CUES.denied.test(known.slice(index + name.length, index + name.length + 40)),
  )
  if (isDenied || CUES.needless.test(text)) return undefined
  const named = departments.join(' and ')
  if (CUES.number.test(text)) return { kind: 'reference', named }
  return { kind: CUES.first.test(text) ? 'prerequisite' : 'wrong_department', named }
}

function kindOfPlainWords(
  text: string,
  rest: string,
  { company }: Place,
): HeardCall['kind'] | undefined {
  if (CUES.hold.test(rest)) {
    return CUES.earlier.test(rest) && !CUES.holdLifted.test(rest) ? 'held' : undefined
  }
  if (CUES.otherMatter.test(rest)) return 'other_matter'
  if (CUES.nothing.test(rest)) return 'nothing_to_do'
  if (text.includes(company)) {
    if (CUES.noCustomer.test(rest)) return 'no_customer'
    if (CUES.notOffered.test(rest)) return 'not_offered'
  }
  if (CUES.oneNumber.test(rest)) return 'one_number'
  if (CUES.oneThing.test(rest)) return 'one_at_a_time'
  if (CUES.brief.test(rest)) return 'too_long'
  if (CUES.specify.test(rest)) return 'clarify'
  return CUES.unclear.test(rest) ? 'unclear' : undefined
}
