import type { RandomStream } from '../random.ts'
import { FIELD_PHRASES, FIELDS, type Field } from './tables/fields.ts'
import { OCCASIONS, type Occasion, SPEECH } from './tables/speech.ts'
import { SPEECH_STYLES, type SpeechStyle } from './world.ts'

export type Slots = Readonly<Record<string, string>>

/** Fixed texts and slot names of a template, in turn; templates are few, so all are kept. */
const pieces = new Map<string, readonly string[]>()

/** Puts values into the `{slots}` of a table's sentence; one without a value stays as it is. */
export function fill(template: string, slots: Slots): string {
  let parts = pieces.get(template)
  if (parts === undefined) {
    parts = template.split(/\{(\w+)\}/)
    pieces.set(template, parts)
  }
  let text = parts[0] as string
  for (let index = 1; index < parts.length; index += 2) {
    const name = parts[index] as string
    text += (slots[name] ?? `{${name}}`) + (parts[index + 1] as string)
  }
  return text
}

/** One of the sentences for an occasion in a style, filled in. */
export function say(
  occasion: Occasion,
  style: SpeechStyle,
  slots: Slots,
  random: RandomStream,
): string {
  return fill(random.pick(SPEECH[occasion][style]), slots)
}

/** A detail that was asked for, and what would do in its place. */
export interface AskedField {
  readonly field: Field
  readonly alternative?: Field
}

const INSTEAD = ' or, if that is not to hand, '

/** Details in natural words: "the email address, the security PIN or, if …, the date of birth". */
export function sayFields(asked: readonly AskedField[], random: RandomStream): string {
  const items = asked.map(({ field, alternative }) => {
    const phrase = random.pick(FIELD_PHRASES[field])
    return alternative === undefined
      ? phrase
      : `${phrase}${INSTEAD}${random.pick(FIELD_PHRASES[alternative])}`
  })
  return items.join('; ')
}

const fieldByPhrase = new Map(
  FIELDS.flatMap((field) => FIELD_PHRASES[field].map((phrase) => [phrase, field] as const)),
)

/** The reverse of `sayFields`; what is no known phrase is left out. */
export function readFields(text: string): AskedField[] {
  const asked: AskedField[] = []
  for (const item of text.split('; ')) {
    const [first, second] = item.split(INSTEAD)
    const field = fieldByPhrase.get(first ?? '')
    const alternative = fieldByPhrase.get(second ?? '')
    if (field === undefined) continue
    asked.push(alternative === undefined ? { field } : { field, alternative })
  }
  return asked
}

/** Something that was said, recognised. */
export interface Heard {
  readonly occasion: Occasion
  readonly slots: Slots
}

interface Pattern {
  readonly occasion: Occasion
  /** The text before, between and after the slots. */
  readonly fixed: readonly string[]
  readonly names: readonly string[]
}

const PATTERNS: readonly Pattern[] = OCCASIONS.flatMap((occasion) =>
  SPEECH_STYLES.flatMap((style) =>
    SPEECH[occasion][style].map((template) => ({
      occasion,
      fixed: template.split(/\{\w+\}/),
      names: [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string),
    })),
  ),
)

/** What a line of a call says, or undefined if it is none of the known sentences. */
export function hear(line: string): Heard | undefined {
  for (const pattern of PATTERNS) {
    const slots = matchPattern(pattern, line)
    if (slots !== undefined) return { occasion: pattern.occasion, slots }
  }
  return undefined
}

/** Templates have at most one slot, so its value is what stands between the fixed ends. */
function matchPattern({ fixed, names }: Pattern, line: string): Slots | undefined {
  const [head = '', tail] = fixed
  if (tail === undefined) return line === head ? {} : undefined
  if (line.length < head.length + tail.length) return undefined
  if (!line.startsWith(head) || !line.endsWith(tail)) return undefined
  const value = line.slice(head.length, line.length - tail.length)
  // What goes on after a full stop is no value but another sentence, which is none of ours.
  return /[.!?]\s/.test(value) ? undefined : { [names[0] ?? '']: value }
}
