import { memo } from '../memo.ts'
import type { RandomStream } from '../random.ts'
import { businessesIn, businessOf, phrasesOf } from './businesses.ts'
import type { Slots } from './grammar/agreement.ts'
import { CUSTOMER_SAYINGS, CUSTOMER_SPEECH, SIGNATURE_SAYINGS } from './grammar/customers/index.ts'
import { expand } from './grammar/expand.ts'
import { SpeechReader } from './grammar/reader.ts'
import { GIVEN_NAMES } from './people/names.ts'
import { OWN_DETAILS, REASONS } from './people/tables/details.ts'
import { voiceOf } from './people/voices.ts'
import { sayWish, wishSaid } from './records/wording.ts'
import type { Business } from './tables/businesses.ts'
import { FIELDS, type Field } from './tables/fields.ts'
import type { PhoneTask } from './task.ts'
import { type Company, wishesAt } from './world.ts'

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
  company: Company,
  random: RandomStream,
  records: Records = 'calls',
): string {
  const { persona, mentions, tells, values } = task.customer
  const voice = voiceOf(task)
  const say = (act: keyof typeof CUSTOMER_SPEECH, slots: Slots): string =>
    expand(random.pick(CUSTOMER_SPEECH[act][voice]), slots, random)
  const sentences = [say('hello', {}), say('company', { company: company.name })]
  task.goals.forEach(({ business, slots: wished }, index) => {
    const whole = records === 'strict' ? sayWish(business, wished, random) : undefined
    const goal = whole ?? random.pick(phrasesOf(business, wishesAt(company)))
    sentences.push(say(index === 0 ? 'first_goal' : 'further_goal', { goal }))
  })
  if (mentions !== null) {
    const field = random.pick(OWN_DETAILS[mentions])
    const reasons = REASONS[mentions]
    // What is never lost is kept back.
    const lacks = reasons === undefined ? undefined : { field, reason: random.pick(reasons) }
    sentences.push(lacks === undefined ? say('withhold', { field }) : say('lack', lacks))
  }
  // A name is told by the signature.
  if (tells !== null && tells !== 'full_name') {
    const field = random.pick(OWN_DETAILS[tells])
    sentences.push(say('tell', { field, value: values[tells] }))
  }
  sentences.push(say(persona === 'impatient' ? 'hurry' : 'thanks', {}))
  const [first = ''] = values.full_name.split(' ')
  const name = tells === 'full_name' ? values.full_name : first
  return `${sentences.join(' ')}\n${say('signature', { name })}`
}

/** What an opening message says, as far as it can be made out. */
export interface HeardOpening {
  readonly company?: string
  /** One for each thing the customer wants; undefined where the wish is not a known one. */
  readonly goals: readonly { readonly text: string; readonly business?: Business }[]
  readonly mentions?: Field
  readonly tells?: { readonly field: Field; readonly value: string }
  readonly hurried: boolean
  /** By which name it is signed; absent where no name can be made out. */
  readonly signed?: string
}

/** What is said in any world: no phrase is said for two wishes. */
const businessByPhrase = new Map(
  ['all' as const, 'seed' as const]
    .flatMap(businessesIn)
    .flatMap((business) => business.phrases.map((phrase) => [phrase, business] as const)),
)
const fieldByOwnPhrase = new Map(
  FIELDS.flatMap((field) => OWN_DETAILS[field].map((phrase) => [phrase, field] as const)),
)
/** The detail of their own that a customer calls so. */
export const ownField = (phrase = ''): Field | undefined =>
  fieldByOwnPhrase.get(phrase) ?? fieldByOwnPhrase.get(phrase.replace(/^[MT]/, lowered))
const lowered = (letter: string): string => letter.toLowerCase()

const SENTENCES = new SpeechReader(CUSTOMER_SAYINGS)
const SIGNATURES = new SpeechReader(SIGNATURE_SAYINGS)
const MEMO_MAX = 4_000

/** The reverse of `sayOpening`; total, for text that somebody else wrote may come in too. */
export const hearOpening = memo(MEMO_MAX, (text): HeardOpening => {
  const [body = '', signature = ''] = text.split('\n')
  const heard = body
    .split(/(?<=[.!?])\s+/)
    .map(hearSentence)
    .reduce(together, { goals: [], hurried: false })
  const signed = nameIn(signature)
  if (signed === undefined) return heard
  const isFull = signed.includes(' ')
  return { ...heard, signed, ...(isFull ? { tells: { field: 'full_name', value: signed } } : {}) }
})

/** What one sentence of a message says. */
function hearSentence(sentence: string): Partial<HeardOpening> {
  const read = SENTENCES.read(sentence)
  if (read === undefined) return {}
  const { act, slots } = read
  const field = ownField(slots.field)
  switch (act) {
    case 'company':
      return { company: slots.company ?? '' }
    case 'first_goal':
    case 'further_goal':
      return { goals: [goalIn(slots.goal ?? '')] }
    case 'lack':
    case 'withhold':
      return field === undefined ? {} : { mentions: field }
    case 'tell':
      return field === undefined ? {} : { tells: { field, value: slots.value ?? '' } }
    case 'hurry':
      return { hurried: true }
    default:
      return {}
  }
}

const together = (one: HeardOpening, next: Partial<HeardOpening>): HeardOpening => ({
  ...one,
  ...next,
  goals: [...one.goals, ...(next.goals ?? [])],
})

function goalIn(text: string): HeardOpening['goals'][number] {
  const said = wishSaid(text)
  const business = businessByPhrase.get(text) ?? (said === undefined ? said : businessOf(said))
  return business === undefined ? { text } : { text, business }
}

const givenNames: ReadonlySet<string> = new Set(GIVEN_NAMES.map(({ first }) => first))

/** The first name, or first and last, in the last line of a message. */
function nameIn(signature: string): string | undefined {
  const name = SIGNATURES.read(signature)?.slots.name ?? ''
  const [first = ''] = name.split(' ')
  return givenNames.has(first) ? name : undefined
}
