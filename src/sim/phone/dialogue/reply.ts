import type { RandomStream } from '../../random.ts'
import type { Values } from '../csr.ts'
import type { Slots } from '../grammar/agreement.ts'
import { REPLY_SPEECH, type ReplyAct } from '../grammar/customers/index.ts'
import { expand } from '../grammar/expand.ts'
import { OWN_DETAILS, REASONS } from '../people/tables/details.ts'
import { voiceOf } from '../people/voices.ts'
import { covers, type Offer, type OfferKind, sayOffer } from '../settling/offers.ts'
import type { Field } from '../tables/fields.ts'
import type { PhoneTask } from '../task.ts'
import { mostOf } from './limits.ts'
import { askedTwice, memoryOf } from './memory.ts'
import type { OfferAsked } from './offers-asked.ts'

/** What has passed between the agent and the customer. JSON-plain. */
export interface Talk {
  readonly messages: number
  /** Messages that were written while an employee waited; those of them that decided. */
  readonly whileHeld: number
  readonly decidedWhileHeld: number
  /** Messages after the customer had left. */
  readonly tooLate: number
  /** How much of their patience is used up: a question each, and a message without one. */
  readonly spent: number
  /** Every detail that was asked for. */
  readonly asked: readonly Field[]
  /** What they said, right or wrong. */
  readonly values: Values
  /** What they were asked for once and have not told rightly yet. */
  readonly unsettled: readonly Field[]
  /** Wishes that they were asked about and want done. */
  readonly approved: readonly string[]
  /** The most of each kind of offer that they have said yes to. */
  readonly agreed: readonly Offer[]
  /** Kinds of offers of which they have told how far they go. */
  readonly limited: readonly OfferKind[]
  readonly gone: boolean
}

export const NO_TALK: Talk = {
  messages: 0,
  whileHeld: 0,
  decidedWhileHeld: 0,
  tooLate: 0,
  spent: 0,
  asked: [],
  values: {},
  unsettled: [],
  approved: [],
  agreed: [],
  limited: [],
  gone: false,
}

/** Details that are told at once. */
const ANSWERS = { impatient: 2, others: 3 } as const

export const answersAtOnce = ({ customer: { persona } }: PhoneTask): number =>
  persona === 'impatient' ? ANSWERS.impatient : ANSWERS.others

/** Questions that a customer answers: more than needed, for nobody guesses all of them. */
export const patienceOf = (task: PhoneTask): number =>
  task.customer.patience + 1 + (askedTwice(memoryOf(task)) === null ? 0 : 1)

/**
 * The fewest messages in which these details are told.
 *
 * @param decisions how many things they are asked to decide besides
 */
export function messagesNeeded(task: PhoneTask, needed: readonly Field[], decisions = 0): number {
  const twice = askedTwice(memoryOf(task))
  const again = twice !== null && needed.includes(twice) ? 1 : 0
  const answers = needed.length + again + decisions
  return Math.max(Math.ceil(answers / answersAtOnce(task)), again * 2, decisions)
}

/** What a message asks of the customer. */
interface Question {
  readonly fields: readonly Field[]
  /** Wishes of which it asks whether they are to be done, and offers whether to accept them. */
  readonly leave: readonly string[]
  readonly offers: readonly OfferAsked[]
}

/** A customer's answer, and where the talk stands after it. */
interface Reply {
  readonly talk: Talk
  readonly text: string
  /** Whether they have decided something that was open. */
  readonly isDecision: boolean
}

/**
 * Answers a message: some details at a time, and only what was asked; decisions go first, and are
 * asked for once for nothing. Who is asked for more than they have patience for leaves, and answers
 * nothing of it. Where an offer is refused, nothing is to be gone ahead with.
 *
 * @param told the task as its customer tells it
 */
export function replyTo(
  told: PhoneTask,
  before: Talk,
  { fields: asked, leave: named, offers }: Question,
  random: RandomStream,
): Reply {
  const voice = voiceOf(told)
  const say = (act: ReplyAct, slots: Slots = {}): string =>
    expand(random.pick(REPLY_SPEECH[act][voice]), slots, random)
  // One offer at a time: who asks for several at once has to ask for the others again.
  const decisions = offers.slice(0, 1).map((offer) => decide(told, offer))
  const leave = decisions.some(({ act }) => act === 'refuse') ? [] : named
  const newly = leave.filter((wish) => !before.approved.includes(wish))
  const agreed = decisions.reduce((sum, { most }) => agreedAfter(sum, most), before.agreed)
  const limited = decisions.flatMap(({ act, most }) => (act === 'accept' ? [] : [most.kind]))
  const isDecision = newly.length > 0 || agreed !== before.agreed
  const spent = before.spent + Math.max(isDecision ? 0 : 1, asked.length)
  const union = [...before.asked, ...asked.filter((field) => !before.asked.includes(field))]
  const approved = [...before.approved, ...newly]
  const talk: Talk = { ...before, messages: before.messages + 1, spent, asked: union }
  if (spent > patienceOf(told)) {
    return { talk: { ...talk, gone: true }, text: say('leave'), isDecision: false }
  }
  if (asked.length + leave.length + offers.length === 0) {
    return { talk, text: say('puzzled'), isDecision }
  }
  const decided = [
    ...(leave.length === 0 ? [] : [say('approve')]),
    ...decisions.map(({ act, most }) => say(act, { offer: sayOffer(most) })),
  ]
  const answered = asked.slice(0, Math.max(0, answersAtOnce(told) - decided.length))
  const answers = answered.map((field) => answerTo(told, before, field, random))
  const sentences = [
    ...decided,
    ...answers.map(({ act, slots }) => say(act, { ...slots, field: own(slots.field) })),
  ]
  if (answered.length < asked.length || decisions.length < offers.length)
    sentences.push(say('enough'))
  const values = answers.flatMap(({ slots: { field, value } }) =>
    value === undefined ? [] : [[field, value] as const],
  )
  const settled = before.unsettled.filter((field) => !answered.includes(field))
  const opened = answers.flatMap(({ slots, isSettled }) => (isSettled ? [] : [slots.field]))
  return {
    talk: {
      ...talk,
      approved,
      agreed,
      limited: [...new Set([...before.limited, ...limited])],
      values: { ...before.values, ...Object.fromEntries(values) },
      unsettled: [...settled, ...opened],
    },
    text: sentences.join(' '),
    isDecision,
  }

  function own(field: Field): string {
    return random.pick(OWN_DETAILS[field])
  }
}

/** What is said of an offer, and the most of its kind that is agreed to with it. */
function decide(
  told: PhoneTask,
  { kind, size }: OfferAsked,
): { readonly act: 'accept' | 'refuse' | 'limit'; readonly most: Offer } {
  const most = mostOf(told, kind)
  if (size === null) return { act: 'limit', most }
  const offer = { kind, size }
  return covers(most, offer) ? { act: 'accept', most: offer } : { act: 'refuse', most }
}

/** What is agreed to by now; the very same where nothing is new. */
const agreedAfter = (before: readonly Offer[], most: Offer): readonly Offer[] =>
  before.some((one) => covers(one, most))
    ? before
    : [...before.filter(({ kind }) => kind !== most.kind), most]

/** What is said to one question. */
interface Answer {
  readonly act: ReplyAct
  readonly slots: { readonly field: Field; readonly value?: string; readonly reason?: string }
  /** Whether nothing more is to be had by asking again. */
  readonly isSettled: boolean
}

function answerTo(
  told: PhoneTask,
  { unsettled, values }: Talk,
  field: Field,
  random: RandomStream,
): Answer {
  const { unsure, mistaken } = memoryOf(told)
  const { missing, values: own } = told.customer
  if (missing.includes(field)) {
    const reasons = REASONS[field]
    // What is never lost is kept back.
    if (reasons === undefined) return { act: 'withhold', slots: { field }, isSettled: true }
    return { act: 'lack', slots: { field, reason: random.pick(reasons) }, isSettled: true }
  }
  const value = own[field]
  const isFirst = values[field] === undefined && !unsettled.includes(field)
  if (field === unsure && isFirst) return { act: 'unsure', slots: { field }, isSettled: false }
  if (field !== mistaken?.field) return { act: 'answer', slots: { field, value }, isSettled: true }
  const { value: old } = mistaken
  if (isFirst) return { act: 'answer', slots: { field, value: old }, isSettled: false }
  const act = values[field] === old ? 'correct' : 'answer'
  return { act, slots: { field, value }, isSettled: true }
}
