import type { Case, CaseGoal, CustomerRecord, Offer } from './case.ts'
import {
  type CallerInput,
  checkOrder,
  checkService,
  checkState,
  type Desk,
  detailsOf,
  type Refusal,
} from './department.ts'
import { DETAIL_NAMES, type DetailName, type Details, sameDetails } from './details.ts'
import { matterOf } from './matters.ts'
import { CLEARANCE } from './services.ts'
import { joinSideEffects, sideEffectsOf } from './side-effects.ts'
import type { Field } from './tables/fields.ts'
import { nounFor } from './tables/nouns.ts'

/** What a caller has told on a line by now. */
export interface LineInput extends CallerInput {
  readonly details: Details
  /** The answer to the question that is open. */
  readonly answer: 'yes' | 'no' | null
}

/** What a department knows on an open line. */
export interface LineDesk extends Desk {
  readonly case: Case
  /** What it settles before it acts; the question that is open, if there is one. */
  readonly settled: Settled
  /** Services that others have made impossible, each with the other one as people call it. */
  readonly ended: Readonly<Record<string, string>>
  /** Services that any department of the company has carried out. */
  readonly carriedOut: readonly string[]
  /** Services that had to be settled on an earlier call. */
  readonly lapsed: readonly string[]
  /** Details of what it has carried out, by service. */
  readonly doneWith: Readonly<Record<string, Details>>
}

/** What a caller has said yes to on this line. */
export type Settled = {
  readonly offer: boolean
  readonly readBack: boolean
  readonly open: 'offer' | 'read_back' | null
}

export const UNSETTLED: Settled = { offer: false, readBack: false, open: null }

/** A choice that a department names, with the ids by which it is taken. */
export type Candidate = { readonly id: string; readonly says: string }

/** What a department answers. What is asked keeps the line open; all else ends the call. */
export type LineAnswer =
  | { readonly kind: 'done' }
  | Refusal
  | { readonly kind: 'refused'; readonly reason: 'blocked'; readonly fact: string }
  /** Another service has to be carried out before, as people call it, and a department may too. */
  | {
      readonly kind: 'refused'
      readonly reason: 'too_early'
      readonly noun: string
      readonly first: string | null
    }
  | { readonly kind: 'declined' }
  | { readonly kind: 'asked'; readonly for: 'reference'; readonly first: string }
  | { readonly kind: 'asked'; readonly for: 'field'; readonly field: Field }
  | {
      readonly kind: 'asked'
      readonly for: 'right_details'
      readonly wrong: readonly Field[]
      readonly notUnavailable: readonly Field[]
      readonly held: boolean
    }
  | {
      readonly kind: 'asked'
      readonly for: 'details'
      readonly names: readonly DetailName[]
      readonly records: readonly CustomerRecord[]
      readonly options: readonly Candidate[]
    }
  | { readonly kind: 'asked'; readonly for: 'possible_detail'; readonly name: DetailName }
  | {
      readonly kind: 'asked'
      readonly for: 'offer'
      readonly offer: Offer
      /** What the department says of another wish, with the first question of yes or no. */
      readonly notice: string | null
    }
  | {
      readonly kind: 'asked'
      readonly for: 'read_back'
      readonly details: Details
      readonly consequence: string | null
      readonly notice: string | null
    }

/** Answers what has been said on a line by now. The first check that fails decides. */
export function answerOnLine(input: LineInput, desk: LineDesk): LineAnswer {
  if (desk.line.company.id !== desk.company.id) return { kind: 'refused', reason: 'no_customer' }
  return (
    checkService(input, desk) ??
    checkStateOnLine(input, desk) ??
    checkOrderOnLine(input, desk) ??
    checkFields(input, desk) ??
    checkPrice(input, desk) ??
    checkMatter(input, desk) ??
    checkSettled(input, desk) ?? { kind: 'done' }
  )
}

type Asked = Extract<LineAnswer, { readonly kind: 'asked' }>

/** What was done before is done again only if it is to be done otherwise. */
function checkStateOnLine(input: LineInput, desk: LineDesk): LineAnswer | undefined {
  const state = checkState(input, desk)
  if (state?.kind !== 'refused' || state.reason !== 'already_done') return state
  const before = desk.doneWith[input.service]
  if (before === undefined || input.service === CLEARANCE) return state
  const { needs } = matterOf(input.service)
  const names = DETAIL_NAMES.filter((name) => name in needs)
  const isOther =
    names.some((name) => input.details[name] !== undefined) &&
    !sameDetails({ ...before, ...input.details }, before, names)
  return isOther ? undefined : state
}

/** Whether a service has been carried out and is only to be put right. */
const isDoneBefore = ({ service }: LineInput, { doneWith }: LineDesk): boolean =>
  doneWith[service] !== undefined

/** What comes first is named before anything is asked. */
function checkOrderOnLine(input: LineInput, desk: LineDesk): LineAnswer | undefined {
  if (isDoneBefore(input, desk)) return undefined
  const order = checkOrder(input, desk)
  const { waits_for: awaited } = goalOf(desk, input.service) ?? {}
  if (awaited !== undefined && !desk.carriedOut.includes(awaited)) {
    const goal = desk.case.goals.find(({ service }) => service === awaited)
    const noun = goal === undefined ? awaited : nounFor(goal)
    const first = order?.reason === 'other_first' ? order.first : null
    return { kind: 'refused', reason: 'too_early', noun, first }
  }
  if (order === undefined || order.reason !== 'reference') return order
  return { kind: 'asked', for: 'reference', first: order.first }
}

/** The first field that is missing is asked for alone, or else what is accepted for it. */
function checkFields(input: LineInput, desk: LineDesk): Asked | undefined {
  const { missing, wrong, notUnavailable, held } = detailsOf(input, desk)
  if (wrong.length + notUnavailable.length > 0) {
    return { kind: 'asked', for: 'right_details', wrong, notUnavailable, held }
  }
  const [first] = missing
  if (first === undefined) return undefined
  const { field, alternative } = first
  const lacks = input.unavailable.includes(field) && alternative !== undefined
  return { kind: 'asked', for: 'field', field: lacks ? alternative : field }
}

/** How the service is to be carried out. */
function checkMatter({ service, details }: LineInput, desk: LineDesk): Asked | undefined {
  if (service === CLEARANCE) return undefined
  const { needs, record, options = {} } = matterOf(service)
  const names = DETAIL_NAMES.filter((name) => name in needs)
  const records = record === undefined ? [] : (desk.case.records[record] ?? [])
  const missing = names.filter((name) => details[name] === undefined)
  if (missing.length > 0) {
    const candidates = Object.entries(options).map(([id, says]) => ({ id, says }))
    return {
      kind: 'asked',
      for: 'details',
      names: missing,
      records: missing.includes('record') ? records : [],
      options: missing.includes('option') ? candidates : [],
    }
  }
  const isPossible = (name: DetailName): boolean => {
    if (name === 'record') return records.some(({ id }) => id === details.record)
    if (name === 'option') return details.option !== undefined && details.option in options
    if (name === 'date') return details.date !== undefined && details.date >= desk.case.date
    return true
  }
  const impossible = names.find((name) => !isPossible(name))
  return impossible === undefined
    ? undefined
    : { kind: 'asked', for: 'possible_detail', name: impossible }
}

const goalOf = ({ case: { goals }, line }: LineDesk, service: string): CaseGoal | undefined =>
  goals.find((goal) => goal.department === line.department.id && goal.service === service)

/** Said of what another service has made impossible. */
const ENDED = '{noun} has already been carried out, which rules this out'
/** Said of what had to be settled on an earlier call. */
const LAPSED = 'it had to be settled on your first call about it'

const blocked = (fact: string): LineAnswer => ({ kind: 'refused', reason: 'blocked', fact })

/** What the service is easily taken for, if it is not wanted and looks like one that is. */
export const twinIn = (service: string, { goals }: Case): CaseGoal['twin'] =>
  goals.find(({ twin }) => twin?.service === service)?.twin

/**
 * What a service brings with it, as it is read back. A service that the customer does not want has
 * side effects as well, so that nobody can tell it by that.
 */
export function sideEffectOf(service: string, made: Case): string | null {
  const goal = made.goals.find((one) => one.service === service)
  if (goal?.consequence !== undefined) return goal.consequence
  const twin = twinIn(service, made)
  if (twin !== undefined) return twin.consequence
  const { date, side_effects } = made
  const says = sideEffectsOf(service, made).map((one) => one.says)
  const first = Number(date.slice(-2)) % Math.max(1, says.length)
  const [one, other] = [...says.slice(first), ...says.slice(0, first)].slice(0, side_effects)
  if (one === undefined) return null
  return other === undefined ? one : joinSideEffects(one, other)
}

/** What is asked for in return, before anything is said of how it is to be done. */
function checkPrice(input: LineInput, desk: LineDesk): LineAnswer | undefined {
  if (input.service === CLEARANCE) return undefined
  const cause = desk.ended[input.service]
  if (cause !== undefined) return blocked(ENDED.replace('{noun}', cause))
  const { settled } = desk
  if (settled.open !== null && input.answer === 'no') return { kind: 'declined' }
  // What was accepted for it covers that it is put right.
  if (isDoneBefore(input, desk)) return undefined
  if (desk.lapsed.includes(input.service)) return blocked(LAPSED)
  const goal = goalOf(desk, input.service)
  const made = goal?.offer
  const isFree = made === undefined || desk.carriedOut.includes(made.waived_by ?? '')
  return isFree || isAccepted(input, desk)
    ? undefined
    : { kind: 'asked', for: 'offer', offer: made.offer, notice: noticeOf(goal, desk) }
}

/** What is said of another wish, which is left out once that one is done. */
function noticeOf(goal: CaseGoal | undefined, { carriedOut }: LineDesk): string | null {
  const { notices = [] } = goal ?? {}
  const open = notices.filter(({ about = '' }) => !carriedOut.includes(about))
  return open.length === 0 ? null : open.map(({ says }) => says).join(' ')
}

/** Whether the caller has said yes to the price. */
const isAccepted = ({ answer }: LineInput, { settled }: LineDesk): boolean =>
  settled.offer || (settled.open === 'offer' && answer === 'yes')

/** What stands in the way, and what is going to be done. */
function checkSettled(input: LineInput, desk: LineDesk): LineAnswer | undefined {
  if (input.service === CLEARANCE) return undefined
  const goal = goalOf(desk, input.service)
  if (goal?.block !== undefined) return blocked(goal.block)
  const { settled } = desk
  const isRead = settled.readBack || (settled.open === 'read_back' && input.answer === 'yes')
  if (!desk.case.reads_back || isRead) return undefined
  const consequence = sideEffectOf(input.service, desk.case)
  const notice = isAccepted(input, desk) ? null : noticeOf(goal, desk)
  return { kind: 'asked', for: 'read_back', details: input.details, consequence, notice }
}

/** What is settled on a line after an answer. */
export function settledAfter({ answer }: LineInput, before: Settled, given: LineAnswer): Settled {
  const isYes = answer === 'yes'
  const open =
    given.kind === 'asked' && (given.for === 'offer' || given.for === 'read_back')
      ? given.for
      : null
  return {
    offer: before.offer || (isYes && before.open === 'offer'),
    readBack: before.readBack || (isYes && before.open === 'read_back'),
    open,
  }
}
