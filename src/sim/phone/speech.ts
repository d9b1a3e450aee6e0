import type { RandomStream } from '../random.ts'
import type { NounPhrase, Slots } from './grammar/agreement.ts'
import { EMPLOYEE_SAYINGS, type Manner, type Occasion, SPEECH } from './grammar/employees/index.ts'
import { expand } from './grammar/expand.ts'
import { SpeechReader } from './grammar/reader.ts'
import type { SpeechStyle } from './people/employees.ts'
import { FIELD_PHRASES, FIELDS, type Field } from './tables/fields.ts'

/** One of the ways to say an act in a style. */
export const say = (
  act: Occasion | Manner,
  style: SpeechStyle,
  slots: Slots,
  random: RandomStream,
): string => expand(random.pick(SPEECH[act][style]), slots, random)

/** What is said only at the end of a call: that one should call another time, or have told more. */
const CALLS_BACK = /\bcall (?:back|again)|when you call\b|\bhave needed\b/i

/** The same on a line that stays open, where nobody is sent away. */
export const sayOnLine: typeof say = (act, style, slots, random) => {
  const ways = SPEECH[act][style]
  const open = ways.filter((template) => !CALLS_BACK.test(template))
  return expand(random.pick(open.length === 0 ? ways : open), slots, random)
}

/** A detail that was asked for, and what would do in its place. */
export interface AskedField {
  readonly field: Field
  readonly alternative?: Field
}

/** Between a detail and what would do in its place. */
const INSTEADS: readonly string[] = [
  ' or, if that is not to hand, ',
  ' or, failing that, ',
  ' or, in its place, ',
  ' or else ',
  ' or alternatively ',
]

/** Details in natural words: "the email address and the security PIN or else the birth date". */
export function sayFields(asked: readonly AskedField[], random: RandomStream): NounPhrase {
  const items = asked.map(({ field, alternative }) => {
    const phrase = random.pick(FIELD_PHRASES[field])
    if (alternative === undefined) return phrase
    return `${phrase}${random.pick(INSTEADS)}${random.pick(FIELD_PHRASES[alternative])}`
  })
  if (items.length === 1) return { text: items.join(''), isPlural: false }
  // Between details that have others in their place, commas would leave open what goes with what.
  const isPlain = asked.every(({ alternative }) => alternative === undefined)
  const [mark, last] = isPlain ? [', ', ' and '] : ['; ', '; and ']
  return { text: `${items.slice(0, -1).join(mark)}${last}${items.at(-1)}`, isPlural: true }
}

const fieldByPhrase = new Map(
  FIELDS.flatMap((field) => FIELD_PHRASES[field].map((phrase) => [phrase, field] as const)),
)
/** Any phrase of any field, the longest where several fit. */
const PHRASE = new RegExp(
  [...fieldByPhrase.keys()].sort((one, other) => other.length - one.length).join('|'),
  'g',
)

/** The reverse of `sayFields`; what is no known phrase is left out. */
export function readFields(text: string): AskedField[] {
  const asked: AskedField[] = []
  let end = 0
  for (const { 0: phrase, index } of text.matchAll(PHRASE)) {
    const field = fieldByPhrase.get(phrase) as Field
    const before = asked.at(-1)
    if (before !== undefined && INSTEADS.includes(text.slice(end, index))) {
      asked[asked.length - 1] = { field: before.field, alternative: field }
    } else asked.push({ field })
    end = index + phrase.length
  }
  return asked
}

/** Something that was said, recognised. */
interface Heard {
  readonly occasion: Occasion | Manner
  readonly slots: Readonly<Record<string, string>>
}

const READER = new SpeechReader(EMPLOYEE_SAYINGS)

/** What a line of a call says, or undefined if it is none of the known sentences. */
export function hear(line: string): Heard | undefined {
  const read = READER.read(line)
  return read === undefined ? undefined : { occasion: read.act, slots: read.slots }
}
