import type { RandomStream } from '../random.ts'
import type { AskedDetail, CallAnswer, DetailsRefusal } from './department.ts'
import { departmentsAsNoun, type NounPhrase, type Slots } from './grammar/agreement.ts'
import type { ByStyle } from './grammar/by-speaker.ts'
import { expand } from './grammar/expand.ts'
import { NEWS, type SpeechAct } from './grammar/news.ts'
import { drawSpeaker, sayGoodbye, sayGreeting } from './manners.ts'
import type { SpeechStyle } from './people/employees.ts'
import { FIELD_PHRASES, type Field } from './tables/fields.ts'
import { INSTEAD, NOT_UNAVAILABLE, NOTHING_TO_CLEAR } from './tables/sayings.ts'
import type { Line } from './world.ts'

/** The sentences of a call. */
export interface Speech {
  readonly style: SpeechStyle
  readonly greeting: string
  /** The sentences that carry the result. */
  readonly news: readonly string[]
  readonly goodbye: readonly string[]
}

/** Reasons without a goodbye: the employee asks for something, or rejects the caller. */
const WITHOUT_GOODBYE: ReadonlySet<string> = new Set(['reference', 'held', 'details'])

/**
 * Words an answer in the manner of the employee who takes the call.
 *
 * @param reference the number that the department gives out for its part
 */
export function sayAnswer(
  answer: CallAnswer,
  line: Line,
  reference: string,
  random: RandomStream,
): Speech {
  const speaker = drawSpeaker(line, random)
  const { style } = speaker.employee
  const greeting = sayGreeting(speaker, line, random)
  const news = answerSentences(answer, line, reference, { style, random })
  const isShort = answer.kind === 'refused' && WITHOUT_GOODBYE.has(answer.reason)
  return { style, greeting, news, goodbye: isShort ? [] : sayGoodbye(speaker, random) }
}

/** How an employee words what they say. */
export interface Wording {
  readonly style: SpeechStyle
  readonly random: RandomStream
}

export const sayAct = (act: SpeechAct, slots: Slots, { style, random }: Wording): string =>
  expand(random.pick(NEWS[act][style]), slots, random)

export const sayOneOf = (sayings: ByStyle, slots: Slots, { style, random }: Wording): string =>
  expand(random.pick(sayings[style]), slots, random)

/** The sentences that carry an answer. */
export function answerSentences(
  answer: CallAnswer,
  { company }: Line,
  reference: string,
  voice: Wording,
): string[] {
  if (answer.kind === 'done') return [sayAct('done', { reference }, voice)]
  switch (answer.reason) {
    case 'no_customer':
      return [sayAct('no_customer', { company: company.name }, voice)]
    case 'unknown_service':
      return [sayAct('not_offered', { company: company.name }, voice)]
    case 'other_department':
      return [sayAct('wrong_department', { right: departmentsAsNoun([answer.right]) }, voice)]
    case 'held':
      return [sayAct('held', {}, voice)]
    case 'already_done':
      return [sayAct('already_done', { reference }, voice)]
    case 'nothing_to_clear':
      return [sayOneOf(NOTHING_TO_CLEAR, {}, voice)]
    case 'other_first':
      return [sayAct('prerequisite', { first: departmentsAsNoun([answer.first]) }, voice)]
    case 'reference':
      return [sayAct('reference', { first: departmentsAsNoun([answer.first]) }, voice)]
    case 'details':
      return detailSentences(answer, voice)
  }
}

function detailSentences(
  { missing, wrong, notUnavailable, held }: DetailsRefusal,
  voice: Wording,
): string[] {
  const { random } = voice
  const withoutAlternatives = (fields: readonly Field[]): NounPhrase =>
    sayAskedDetails(
      fields.map((field) => ({ field })),
      random,
    )
  const news: string[] = []
  if (missing.length > 0)
    news.push(sayAct('missing', { fields: sayAskedDetails(missing, random) }, voice))
  if (wrong.length > 0) news.push(sayAct('mismatch', { fields: withoutAlternatives(wrong) }, voice))
  if (notUnavailable.length > 0) {
    news.push(sayOneOf(NOT_UNAVAILABLE, { fields: withoutAlternatives(notUnavailable) }, voice))
  }
  if (held) news.push(sayAct('hold', {}, voice))
  return news
}

/** Details in natural words: "the order number, or the email address if the customer has none". */
export function sayAskedDetails(
  askedDetails: readonly AskedDetail[],
  random: RandomStream,
): NounPhrase {
  const items = askedDetails.map(({ field, alternative }) => {
    const phrase = random.pick(FIELD_PHRASES[field])
    if (alternative === undefined) return phrase
    const alternativePhrase = random.pick(FIELD_PHRASES[alternative])
    return phrase + expand(random.pick(INSTEAD), { other: alternativePhrase }, random)
  })
  if (items.length === 1) return { text: items.join(''), isPlural: false }
  // Semicolons keep each alternative with its field.
  const isPlain = askedDetails.every(({ alternative }) => alternative === undefined)
  const text = isPlain ? inSeries(items) : `${items.slice(0, -1).join('; ')}; and ${items.at(-1)}`
  return { text, isPlural: true }
}

/** `one`, `one and two`, or `one, two, and three`. */
export function inSeries(items: readonly string[]): string {
  if (items.length < 3) return items.join(' and ')
  return `${items.slice(0, -1).join(', ')}, and ${items.at(-1)}`
}

/**
 * The words of a call as the caller hears them, one sentence per line.
 *
 * @param isNew whether the phone was picked up only now
 */
export function sayCall(
  { greeting, news, goodbye }: Speech,
  { company, department }: Line,
  isNew = true,
): string {
  const opening = isNew ? [`Connected to ${department.name} at ${company.name}.`, greeting] : []
  return [...opening, ...news, ...goodbye].join('\n')
}
