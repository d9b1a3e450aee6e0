import { memo } from '../memo.ts'
import type { RandomStream } from '../random.ts'
import { sayWish, wishSaid } from './records/wording.ts'
import { fill, type Slots } from './speech.ts'
import { BUSINESSES, type Business } from './tables/businesses.ts'
import {
  COMPANY_SENTENCES,
  FIRST_GOALS,
  FURTHER_GOALS,
  GREETINGS,
  HURRIES,
  MENTIONS,
  TELLS,
  THANKS,
} from './tables/customer-speech.ts'
import { FIELD_PHRASES, FIELDS, type Field } from './tables/fields.ts'
import type { PhoneTask } from './task.ts'

const businessById = new Map(BUSINESSES.map((business) => [business.id, business]))

/** The business of this id; throws if there is none, which means that the task is not ours. */
export function businessOf(id: string): Business {
  const business = businessById.get(id)
  if (business === undefined) throw new Error(`businesses: no ${id}`)
  return business
}

/** Whether a wish is fulfilled by any call that is done, or only in just the way that was said. */
export const RECORDS = ['calls', 'strict'] as const
export type Records = (typeof RECORDS)[number]

/**
 * What the customer writes at first. Facts come from the task, wording from the draws.
 *
 * @param records with `strict` the customer says all that decides how a wish is to be fulfilled
 */
export function sayOpening(
  task: PhoneTask,
  companyName: string,
  random: RandomStream,
  records: Records = 'calls',
): string {
  const { persona, mentions, tells, values } = task.customer
  const sentences = [
    random.pick(GREETINGS),
    fill(random.pick(COMPANY_SENTENCES), { company: companyName }),
  ]
  task.goals.forEach(({ business, slots }, index) => {
    const whole = records === 'strict' ? sayWish(business, slots, random) : undefined
    const goal = whole ?? random.pick(businessOf(business).phrases)
    sentences.push(fill(random.pick(index === 0 ? FIRST_GOALS : FURTHER_GOALS), { goal }))
  })
  if (mentions !== null) {
    const field = customersOwn(random.pick(FIELD_PHRASES[mentions]))
    sentences.push(fill(random.pick(MENTIONS), { field }))
  }
  if (tells !== null) {
    const field = customersOwn(random.pick(FIELD_PHRASES[tells]))
    sentences.push(fill(random.pick(TELLS), { field, value: values[tells] }))
  }
  sentences.push(persona === 'impatient' ? random.pick(HURRIES) : random.pick(THANKS))
  return sentences.join(' ')
}

const customersOwn = (phrase: string): string => phrase.replace(/^the /, 'my ')

const COMPANY_PATTERNS = patternsOf(COMPANY_SENTENCES)
const GOAL_PATTERNS = patternsOf([...FIRST_GOALS, ...FURTHER_GOALS])
const MENTION_PATTERNS = patternsOf(MENTIONS)
const TELL_PATTERNS = patternsOf(TELLS)

/** What an opening message says, as far as it can be made out. */
export interface HeardOpening {
  readonly company?: string
  /** One for each thing the customer wants; undefined where the wish is not a known one. */
  readonly goals: readonly { readonly text: string; readonly business?: Business }[]
  readonly mentions?: Field
  readonly tells?: { readonly field: Field; readonly value: string }
  readonly hurried: boolean
}

const businessByPhrase = new Map(
  BUSINESSES.flatMap((business) => business.phrases.map((phrase) => [phrase, business] as const)),
)
const fieldByOwnPhrase = new Map(
  FIELDS.flatMap((field) =>
    FIELD_PHRASES[field].map((phrase) => [customersOwn(phrase), field] as const),
  ),
)

const MEMO_MAX = 4_000

/** The reverse of `sayOpening`; total, for text that somebody else wrote may come in too. */
export const hearOpening = memo(MEMO_MAX, (text): HeardOpening => {
  const goals: { text: string; business?: Business }[] = []
  let heard: Omit<HeardOpening, 'goals'> = { hurried: false }
  for (const sentence of text.split(/(?<=[.!?])\s+/)) {
    const company = slotsOf(COMPANY_PATTERNS, sentence)?.company
    if (company !== undefined) heard = { ...heard, company }
    const goal = slotsOf(GOAL_PATTERNS, sentence)?.goal
    if (goal !== undefined) {
      const business = businessByPhrase.get(goal) ?? businessById.get(wishSaid(goal) ?? '')
      goals.push(business === undefined ? { text: goal } : { text: goal, business })
    }
    const mentioned = fieldByOwnPhrase.get(slotsOf(MENTION_PATTERNS, sentence)?.field ?? '')
    if (mentioned !== undefined) heard = { ...heard, mentions: mentioned }
    const told = slotsOf(TELL_PATTERNS, sentence)
    const field = fieldByOwnPhrase.get(told?.field ?? '')
    if (field !== undefined && told?.value !== undefined) {
      heard = { ...heard, tells: { field, value: told.value } }
    }
    if (HURRIES.includes(sentence)) heard = { ...heard, hurried: true }
  }
  return { ...heard, goals }
})

interface Pattern {
  readonly names: readonly string[]
  readonly pattern: RegExp
}

function patternsOf(templates: readonly string[]): readonly Pattern[] {
  return templates.map((template) => {
    const fixed = template.split(/\{\w+\}/).map((part) => part.replace(/[.?]/g, '\\$&'))
    return {
      names: [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string),
      pattern: new RegExp(`^${fixed.join('(.+?)')}$`),
    }
  })
}

/** The slots of the first template that a sentence follows. */
function slotsOf(patterns: readonly Pattern[], sentence: string): Slots | undefined {
  for (const { names, pattern } of patterns) {
    const match = pattern.exec(sentence)
    if (match === null) continue
    return Object.fromEntries(names.map((name, index) => [name, match[index + 1] as string]))
  }
  return undefined
}
