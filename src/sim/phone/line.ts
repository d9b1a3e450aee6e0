import { isCivilDate } from '../civil-date.ts'
import type { Case, CaseGoal, CustomerRecord, Offer } from './case.ts'
import {
  type CallerInput,
  type CallRefusal,
  checkGivenDetails,
  checkOrder,
  checkService,
  checkState,
  type Desk,
} from './department.ts'
import { type DetailName, type Details, sameDetails } from './details.ts'
import { findMatter, neededDetails } from './matters.ts'
import { CLEARANCE } from './services.ts'
import { joinSideEffects, possibleSideEffects } from './side-effects.ts'
import type { Field } from './tables/fields.ts'
import { nounFor } from './tables/nouns.ts'

/** The input of a caller on this call so far. */
export interface LineInput extends CallerInput {
  readonly details: Details
  /** The answer to the question that is open. */
  readonly answer: 'yes' | 'no' | null
}

/** The facts that a department knows during a call. */
export interface LineDesk extends Desk {
  readonly case: Case
  /** What the caller has agreed to, and the open question. */
  readonly settled: Settled
  /** Services that another one has made impossible, each with the noun of the other one. */
  readonly ended: Readonly<Record<string, string>>
  /** Services that any department of the company has carried out. */
  readonly carriedOut: readonly string[]
  /** Services that only an earlier call could have settled. */
  readonly lapsed: readonly string[]
  /** Details of what it has carried out, by service. */
  readonly doneWith: Readonly<Record<string, Details>>
}

/** What a caller has agreed to on this call, and the question that is open. */
export type Settled = {
  readonly offer: boolean
  readonly readBack: boolean
  readonly open: 'offer' | 'read_back' | null
}

export const UNSETTLED: Settled = { offer: false, readBack: false, open: null }

/** A choice that a department offers, with the id that selects it. */
type OfferedChoice = { readonly id: string; readonly says: string }

/** An answer on an open line. A question (`asked`) keeps the line open; all others end the call. */
export type LineAnswer =
  | { readonly kind: 'done' }
  | CallRefusal
  | { readonly kind: 'refused'; readonly reason: 'blocked'; readonly fact: string }
  /**
   * Another service, named by its noun, must be carried out first, and perhaps a department
   * cleared.
   */
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
      readonly options: readonly OfferedChoice[]
    }
  | { readonly kind: 'asked'; readonly for: 'possible_detail'; readonly name: DetailName }
  | {
      readonly kind: 'asked'
      readonly for: 'offer'
      readonly offer: Offer
      /** Remarks about other wishes, said with the first question of yes or no. */
      readonly notice: string | null
    }
  | {
      readonly kind: 'asked'
      readonly for: 'read_back'
      readonly details: Details
      readonly consequence: string | null
      readonly notice: string | null
    }

/** Answers the caller's input so far. The first check that fails decides. */
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

/** An answer that asks something and keeps the line open. */
export type LineQuestion = Extract<LineAnswer, { readonly kind: 'asked' }>

/** A service that was carried out is repeated only with other details. */
function checkStateOnLine(input: LineInput, desk: LineDesk): LineAnswer | undefined {
  const state = checkState(input, desk)
  if (state?.kind !== 'refused' || state.reason !== 'already_done') return state
  const previousDetails = desk.doneWith[input.service]
  if (previousDetails === undefined || input.service === CLEARANCE) return state
  const names = neededDetails(input.service)
  const hasOtherDetails =
    names.some((name) => input.details[name] !== undefined) &&
    !sameDetails({ ...previousDetails, ...input.details }, previousDetails, names)
  return hasOtherDetails ? undefined : state
}

/** Whether the service was carried out before, so that the call only corrects it. */
const isDoneBefore = ({ service }: LineInput, { doneWith }: LineDesk): boolean =>
  doneWith[service] !== undefined

/** Names departments and services that must come first, before any question. */
function checkOrderOnLine(input: LineInput, desk: LineDesk): LineAnswer | undefined {
  if (isDoneBefore(input, desk)) return undefined
  const order = checkOrder(input, desk)
  const { waits_for: awaitedService } = findGoal(desk, input.service) ?? {}
  if (awaitedService !== undefined && !desk.carriedOut.includes(awaitedService)) {
    const goal = desk.case.goals.find(({ service }) => service === awaitedService)
    const noun = goal === undefined ? awaitedService : nounFor(goal)
    const missingDepartment = order?.reason === 'other_first' ? order.first : null
    return { kind: 'refused', reason: 'too_early', noun, first: missingDepartment }
  }
  if (order === undefined || order.reason !== 'reference') return order
  return { kind: 'asked', for: 'reference', first: order.first }
}

/** Asks for the first missing field, or for its alternative if the customer lacks it. */
function checkFields(input: LineInput, desk: LineDesk): LineQuestion | undefined {
  const { missing, wrong, notUnavailable, held } = checkGivenDetails(input, desk)
  if (wrong.length + notUnavailable.length > 0) {
    return { kind: 'asked', for: 'right_details', wrong, notUnavailable, held }
  }
  const [firstMissing] = missing
  if (firstMissing === undefined) return undefined
  const { field, alternative } = firstMissing
  const lacks = input.unavailable.includes(field) && alternative !== undefined
  return { kind: 'asked', for: 'field', field: lacks ? alternative : field }
}

/** Checks the details of the service: all given, and possible. */
function checkMatter({ service, details }: LineInput, desk: LineDesk): LineQuestion | undefined {
  if (service === CLEARANCE) return undefined
  const { record, options = {} } = findMatter(service)
  const names = neededDetails(service)
  const records = record === undefined ? [] : (desk.case.records[record] ?? [])
  const missingNames = names.filter((name) => details[name] === undefined)
  if (missingNames.length > 0) {
    const choices = Object.entries(options).map(([id, says]) => ({ id, says }))
    return {
      kind: 'asked',
      for: 'details',
      names: missingNames,
      records: missingNames.includes('record') ? records : [],
      options: missingNames.includes('option') ? choices : [],
    }
  }
  const isPossible = (name: DetailName): boolean => {
    if (name === 'record') return records.some(({ id }) => id === details.record)
    if (name === 'option') return Object.hasOwn(options, details.option ?? '')
    if (name === 'date') return isDayFrom(desk.case.date, details.date)
    return true
  }
  const impossible = names.find((name) => !isPossible(name))
  return impossible === undefined
    ? undefined
    : { kind: 'asked', for: 'possible_detail', name: impossible }
}

/** Whether a text is a day of the calendar, and not before another day. */
function isDayFrom(first: string, text = ''): boolean {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  return isCivilDate(year, month, day) && text >= first
}

const findGoal = ({ case: { goals }, line }: LineDesk, service: string): CaseGoal | undefined =>
  goals.find((goal) => goal.department === line.department.id && goal.service === service)

/** The fact behind a refusal of a service that another one has made impossible. */
const ENDED = '{noun} has already gone through, and that rules this out'
/** The fact behind a refusal of a service that only an earlier call could have settled. */
const LAPSED = 'it had to be settled on your first call about it'

const blocked = (fact: string): LineAnswer => ({ kind: 'refused', reason: 'blocked', fact })

/** The twin of a wanted service that this service could be mistaken for. */
export const findTwin = (service: string, { goals }: Case): CaseGoal['twin'] =>
  goals.find(({ twin }) => twin?.service === service)?.twin

/**
 * The side effects of a service, as the department names them. Unwanted services have side effects
 * too, so they do not reveal which service is wanted.
 */
export function sideEffectText(service: string, phoneCase: Case): string | null {
  const goal = phoneCase.goals.find((one) => one.service === service)
  if (goal?.consequence !== undefined) return goal.consequence
  const twin = findTwin(service, phoneCase)
  if (twin !== undefined) return twin.consequence
  const { date, side_effects } = phoneCase
  const texts = possibleSideEffects(service, phoneCase).map((one) => one.says)
  const firstIndex = Number(date.slice(-2)) % Math.max(1, texts.length)
  const [firstText, secondText] = [...texts.slice(firstIndex), ...texts.slice(0, firstIndex)].slice(
    0,
    side_effects,
  )
  if (firstText === undefined) return null
  return secondText === undefined ? firstText : joinSideEffects(firstText, secondText)
}

/** Refuses what has become impossible, and asks for a fee or a contract before any details. */
function checkPrice(input: LineInput, desk: LineDesk): LineAnswer | undefined {
  if (input.service === CLEARANCE) return undefined
  const cause = desk.ended[input.service]
  if (cause !== undefined) return blocked(ENDED.replace('{noun}', cause))
  const { settled } = desk
  if (settled.open !== null && input.answer === 'no') return { kind: 'declined' }
  // A correction costs nothing more.
  if (isDoneBefore(input, desk)) return undefined
  if (desk.lapsed.includes(input.service)) return blocked(LAPSED)
  const goal = findGoal(desk, input.service)
  const offerMade = goal?.offer
  const isFree = offerMade === undefined || desk.carriedOut.includes(offerMade.waived_by ?? '')
  return isFree || isAccepted(input, desk)
    ? undefined
    : { kind: 'asked', for: 'offer', offer: offerMade.offer, notice: openNotices(goal, desk) }
}

/** The department's remarks about other wishes that are not carried out yet. */
function openNotices(goal: CaseGoal | undefined, { carriedOut }: LineDesk): string | null {
  const { notices = [] } = goal ?? {}
  const openNoticeList = notices.filter(({ about = '' }) => !carriedOut.includes(about))
  return openNoticeList.length === 0 ? null : openNoticeList.map(({ says }) => says).join(' ')
}

/** Whether the caller has accepted the offer. */
const isAccepted = ({ answer }: LineInput, { settled }: LineDesk): boolean =>
  settled.offer || (settled.open === 'offer' && answer === 'yes')

/** Refuses what the company cannot do, then reads the order back. */
function checkSettled(input: LineInput, desk: LineDesk): LineAnswer | undefined {
  if (input.service === CLEARANCE) return undefined
  const goal = findGoal(desk, input.service)
  if (goal?.block !== undefined) return blocked(goal.block)
  const { settled } = desk
  const isConfirmed = settled.readBack || (settled.open === 'read_back' && input.answer === 'yes')
  if (!desk.case.reads_back || isConfirmed) return undefined
  const consequence = sideEffectText(input.service, desk.case)
  const notice = isAccepted(input, desk) ? null : openNotices(goal, desk)
  return { kind: 'asked', for: 'read_back', details: input.details, consequence, notice }
}

/** What the caller has agreed to after an answer. */
export function agreementsAfter(
  { answer }: LineInput,
  previous: Settled,
  reply: LineAnswer,
): Settled {
  const isYes = answer === 'yes'
  const openQuestion =
    reply.kind === 'asked' && (reply.for === 'offer' || reply.for === 'read_back')
      ? reply.for
      : null
  return {
    offer: previous.offer || (isYes && previous.open === 'offer'),
    readBack: previous.readBack || (isYes && previous.open === 'read_back'),
    open: openQuestion,
  }
}
