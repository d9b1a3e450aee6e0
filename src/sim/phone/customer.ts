import type { RandomStream } from '../random.ts'
import type { Approval, Case, Correction, OfferMade } from './case.ts'
import type { DetailName } from './details.ts'
import type { NounPhrase, Slots } from './grammar/agreement.ts'
import { CIRCUMSTANCES } from './grammar/circumstances.ts'
import { expand } from './grammar/expand.ts'
import { REPLIES } from './grammar/replies.ts'
import { findMatter } from './matters.ts'
import type { Voice } from './people/voices.ts'
import { wordsFor } from './say-details.ts'
import { sayOffer } from './say-line.ts'
import type { Field } from './tables/fields.ts'
import { nounFor } from './tables/nouns.ts'
import { drawOwnDetail, LACKING_BECAUSE } from './tables/own-details.ts'
import {
  CORRECTION,
  DECLINE,
  LINK_DEPENDS,
  LINK_REFUSED,
  NOTHING_TO_ADD,
  SIDE_EFFECT_FINE,
  SIDE_EFFECT_REFUSED,
} from './tables/replies.ts'
import { voiceFor } from './voice.ts'

/** What the agent asks the customer in one message. */
interface Question {
  readonly fields: readonly Field[]
  /** A service to agree to, and what exactly the agent asks about. */
  readonly approve: { readonly service: string; readonly about: Approvable } | null
  /** The correction that the customer makes now, if any. */
  readonly correction: Correction | null
}

/**
 * The subject of a question of yes or no: an offer or a side effect that the department has just
 * named, the service itself, or nothing.
 */
export type Approvable =
  | {
      readonly kind: 'offer'
      readonly offer: OfferMade
      /** The answer to the service itself, if a rule requires the question. */
      readonly approval: Approval | null
    }
  | { readonly kind: 'service'; readonly approval: Approval }
  /** The side effects that the department has just named. */
  | { readonly kind: 'side_effect'; readonly agrees: boolean }
  | { readonly kind: 'nothing' }

const { lack, withhold } = CIRCUMSTANCES
const SPEECH = { ...REPLIES, lack, withhold }

/** Words a customer's answer. The case holds the decisions. */
export function sayReply(
  { fields, approve, correction }: Question,
  phoneCase: Case,
  seed: number,
  random: RandomStream,
): string {
  const voice = voiceFor(phoneCase.customer, seed)
  const sayAct = (act: keyof typeof SPEECH, slots: Slots = {}): string =>
    expand(random.pick(SPEECH[act][voice]), slots, random)
  const sentences = [
    ...(approve === null ? [] : sayDecision(approve.about, voice, sayAct, random)),
    ...(correction === null ? [] : [sayCorrection(correction, phoneCase, voice, random)]),
    ...sayFields(fields, phoneCase, voice, sayAct, random),
  ]
  return sentences.join(' ')
}

/** The last words of a customer who was asked too much. */
export const sayFarewell = (phoneCase: Case, seed: number, random: RandomStream): string =>
  expand(random.pick(REPLIES.leave[voiceFor(phoneCase.customer, seed)]), {}, random)

type SayAct = (act: keyof typeof SPEECH, slots?: Slots) => string

function sayDecision(about: Approvable, voice: Voice, say: SayAct, random: RandomStream): string[] {
  if (about.kind === 'nothing') return [random.pick(NOTHING_TO_ADD[voice])]
  if (about.kind === 'side_effect') {
    return [random.pick((about.agrees ? SIDE_EFFECT_FINE : SIDE_EFFECT_REFUSED)[voice])]
  }
  if (about.kind === 'offer') {
    const { approval } = about
    if (approval?.agrees === false) return [random.pick(DECLINE[voice])]
    const yes = approval === null ? [] : [say('approve')]
    const { offer, agrees, most, leaving } = about.offer
    if (leaving !== undefined) {
      return [...yes, random.pick(LINK_DEPENDS[voice]).replace('{noun}', leaving)]
    }
    if (!agrees && 'note' in offer) return [random.pick(LINK_REFUSED[voice])]
    const limit = offer.kind === 'fee' ? { ...offer, cents: most } : { ...offer, months: most }
    return agrees
      ? [...yes, say('accept', { offer: sayOffer(offer) })]
      : [say('refuse', { offer: sayOffer(limit) })]
  }
  return [about.approval.agrees ? say('approve') : random.pick(DECLINE[voice])]
}

function sayCorrection(
  { service, details }: Correction,
  phoneCase: Case,
  voice: Voice,
  random: RandomStream,
): string {
  const goal = phoneCase.goals.find((one) => one.service === service)
  const { record, needs } = findMatter(service)
  const records = record === undefined ? [] : (phoneCase.records[record] ?? [])
  const [[name, newValue] = ['date', '']] = Object.entries(wordsFor(service, details, records))
  const detailName = needs[name as DetailName] ?? ''
  const subject = goal === undefined ? service : nounFor(goal)
  return expand(
    random.pick(CORRECTION[voice]),
    { matter: subject, what: detailName, words: newValue },
    random,
  )
}

/** The answer for each field, each worded differently. */
function sayFields(
  fields: readonly Field[],
  phoneCase: Case,
  voice: Voice,
  say: SayAct,
  random: RandomStream,
): string[] {
  const templates = random.shuffle(REPLIES.answer[voice])
  return fields.map((field, index) => {
    const ownPhrase = drawOwnDetail(field, random)
    return sayField(
      field,
      ownPhrase,
      templates[index % templates.length] ?? '',
      phoneCase,
      say,
      random,
    )
  })
}

function sayField(
  field: Field,
  ownPhrase: NounPhrase,
  template: string,
  { customer }: Case,
  say: SayAct,
  random: RandomStream,
): string {
  if (!customer.missing.includes(field)) {
    return expand(template, { field: ownPhrase, value: customer.values[field] }, random)
  }
  const reasons = LACKING_BECAUSE[field]
  // A field without reasons for its loss is withheld instead.
  if (reasons === undefined) return say('withhold', { field: ownPhrase })
  return say('lack', { field: ownPhrase, reason: random.pick(reasons) })
}
