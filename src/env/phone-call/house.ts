import { canonicalJson, type Json } from '../../sim/json.ts'
import type { Values } from '../../sim/phone/csr.ts'
import { memoryOf } from '../../sim/phone/dialogue/memory.ts'
import { isNoValue, sameValue } from '../../sim/phone/fields.ts'
import {
  type Block,
  blockOf,
  decides,
  isFirm,
  isOffer,
  offerIn,
} from '../../sim/phone/house/blocks.ts'
import {
  brokenBy,
  brokenByTime,
  forbids,
  grants,
  type Passing,
} from '../../sim/phone/house/breaches.ts'
import { HARD, pageOf, type Rule } from '../../sim/phone/house/page.ts'
import { hearReport, isNamed } from '../../sim/phone/house/report.ts'
import { withRowTold } from '../../sim/phone/records/which-row.ts'
import { covers, type Offer, sayOffer } from '../../sim/phone/settling/offers.ts'
import { valuesIn } from '../../sim/phone/settling/read-back.ts'
import type { Settling } from '../../sim/phone/settling/settled.ts'
import { taskTold } from '../../sim/phone/short-numbers.ts'
import { isAbout } from '../../sim/phone/tables/consents.ts'
import { FIELDS, type Field } from '../../sim/phone/tables/fields.ts'
import { OBSTACLES } from '../../sim/phone/tables/obstacles.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import { companyOf, lineOf } from '../../sim/phone/world.ts'
import { type CallOutcome, readGiven } from '../../tools/phone-call.ts'
import { isDone, type PhoneState, saidValues } from './state.ts'
import type { PhoneContext } from './task.ts'

/** What the agent has to keep to in this episode; nothing without a page. */
export const rulesIn = ({ task, world, settings }: PhoneContext): readonly Rule[] =>
  settings.page === 'on' ? pageOf(task, world, settings).rules : []

/** Details that may not be told in this episode. */
export const secretsIn = (context: PhoneContext): readonly Field[] =>
  rulesIn(context).flatMap((rule) => (rule.form === 'never_tell' ? [rule.field] : []))

/** What cannot be done in this episode: there must be a page, and talk in which to hear it. */
const blockIn = ({ task, world, settings }: PhoneContext): Block | null =>
  settings.page === 'on' && settings.conversation === 'on' ? blockOf(task, world, settings) : null

/** What a department has to say of a wish before it does it. */
export function hindrancesAt(
  context: PhoneContext,
  department: string,
): Pick<Settling, 'offer' | 'isFirm' | 'obstacle'> {
  const { task, settings } = context
  if (settings.page === 'off') return { offer: null, isFirm: false, obstacle: null }
  const block = blockIn(context)
  const isHere = block?.department === department && !isOffer(block)
  return {
    offer: offerIn(task, department, block, settings),
    isFirm: isFirm(task, department, block, rulesIn(context), settings),
    obstacle: isHere ? (OBSTACLES[block.reason]?.says ?? null) : null,
  }
}

/** The report to the customer, as it is heard. */
export function afterReport(state: PhoneState, text: string): PhoneState {
  const fees = state.accepted.flatMap(({ kind, size }) => (kind === 'fee' ? [String(size)] : []))
  const numbers = [...Object.values(state.done), ...fees]
  return { ...state, report: hearReport(text, numbers) }
}

/** How far the required departments have come, of how many there are. */
interface Units {
  readonly done: number
  readonly all: number
}

/**
 * A unit is done where a department did its part rightly, or said what stands in the way of it and
 * left it alone. Wishes count at the close: before, that would tell that they are right.
 */
export function unitsIn(state: PhoneState, context: PhoneContext, closed: boolean): Units {
  const { required_calls: calls, goals } = context.task
  const block = blockIn(context)
  const held = calls.filter((id) => {
    if (!closed && goals.some(({ department }) => department === id)) return false
    if (state.unwanted.includes(id)) return false
    if (id !== block?.department) return isDone(state, id)
    return isToldWhy(state, context, block) && state.done[id] === undefined
  })
  return { done: held.length, all: calls.length }
}

/** Whether one has heard what blocks: from the department, and where they decide the customer. */
function isToldWhy({ obstacle, talk }: PhoneState, context: PhoneContext, block: Block): boolean {
  if (obstacle !== block.reason) return false
  const { offer } = hindrancesAt(context, block.department)
  if (offer === null || !decides(context.settings) || forbids(rulesIn(context), offer)) return true
  return talk.limited.includes(offer.kind)
}

/** Whether all was done that can be. */
export function isFileRight(state: PhoneState, context: PhoneContext): boolean {
  const { done, all } = unitsIn(state, context, true)
  return done === all
}

/** Whether the report says truly how it came out, and what stood in the way where something did. */
export function isReportRight(state: PhoneState, context: PhoneContext): boolean {
  const { report } = state
  const block = blockIn(context)
  if (report === null) return false
  if (block === null) return isFileRight(state, context) === (report.claim === 'done')
  // Wish and departments go by names that may speak of cases or reviews, and fees may be told.
  const { task, world } = context
  const names = task.required_calls.map((id) => lineOf(world, id).department.name)
  const called = [task.goal, ...names, ...state.accepted.map(sayOffer)].join(', ')
  return (
    isToldWhy(state, context, block) &&
    report.claim === 'not_done' &&
    isNamed(report, block.reason, called)
  )
}

/** Whether a business under the rules of a house is finished: as far as can be, and told so. */
export const isFinished = (state: PhoneState, context: PhoneContext): boolean =>
  isFileRight(state, context) && isReportRight(state, context)

/** What was said to a department, as its caller sent it. */
interface Sent {
  readonly text?: string | undefined
  readonly auth_info?: Readonly<Record<string, string | number | null>> | undefined
  readonly reference_number?: string | null | undefined
}

/** Takes down which rules were broken by what was said to a department, and what it has asked. */
export function noting(
  context: PhoneContext,
  before: PhoneState,
  after: PhoneState,
  { kind, department = '', spoken, accepted }: CallOutcome,
  { text = '', auth_info = {}, reference_number }: Sent,
): PhoneState {
  const taken = spoken?.given ?? {}
  if (context.settings.page === 'off') return after
  const told = taskTold(context.task, context.settings.numbers)
  const details = Object.values(auth_info).map(String)
  const broken = brokenBy(rulesIn(context), {
    texts: [text, ...details, reference_number ?? ''],
    given: readGiven(auth_info),
    taken,
    asked: before.asked[department] ?? [],
    isFirst: before.line === null || before.line.department !== department,
    name: told.customer.values.full_name,
    known: saidValues(told, before),
    done: kind === 'done' ? wishAt(context.task, department) : undefined,
    approved: before.talk.approved,
    isBlocked: blockIn(context)?.department === department,
    accepted: accepted ?? undefined,
    agreed: before.talk.agreed,
  })
  const question = after.line?.question.split(' ') ?? []
  const asked = FIELDS.filter((field) => question.includes(field))
  const known = [...(before.asked[department] ?? []), ...asked]
  // Who calls again with news from the customer says the same first words for another reason.
  const { values, agreed } = before.talk
  const news = [{ ...values }, [...agreed]] as unknown as Json[]
  const said = canonicalJson([kind, text, { ...auth_info }, reference_number ?? '', ...news])
  const isRefused = kind !== 'done' && !SETTLING.has(kind)
  const isRepeated = isRefused && before.refused[department] === said
  return {
    ...after,
    made_up: before.made_up + madeUpIn(readGiven(auth_info), told, before),
    repeated: before.repeated + (isRepeated ? 1 : 0),
    refused: isRefused ? { ...before.refused, [department]: said } : before.refused,
    broken: [...before.broken, ...broken],
    obstacle: before.obstacle ?? obstacleIn(context, department, kind, spoken?.request ?? ''),
    ...(kind === 'done' && accepted ? afterAccepting(context, before, department, accepted) : {}),
    asked: { ...before.asked, [department]: FIELDS.filter((field) => known.includes(field)) },
  }
}

/** Takes down which rules were broken by calling at a time, or by waiting so long. */
export function notingTime(context: PhoneContext, state: PhoneState, passing: Passing): PhoneState {
  const broken = brokenByTime(rulesIn(context), passing)
  return broken.length === 0 ? state : { ...state, broken: [...state.broken, ...broken] }
}

/** What it comes to that something was done with an offer accepted. */
function afterAccepting(
  context: PhoneContext,
  before: PhoneState,
  department: string,
  offer: Offer,
): Pick<PhoneState, 'accepted' | 'unwanted'> {
  const { accepted, unwanted, talk } = before
  const isWanted =
    !decides(context.settings) ||
    grants(rulesIn(context), offer) ||
    talk.agreed.some((most) => covers(most, offer))
  return {
    accepted: [...accepted, offer],
    unwanted: isWanted ? unwanted : [...unwanted, department],
  }
}

/** Questions about what is to be settled, which refuse nothing. */
const SETTLING: ReadonlySet<string> = new Set(['offer', 'firm', 'read_back'])

/** What stands in the way of the wish, where a department has just said so of what is meant. */
function obstacleIn(
  context: PhoneContext,
  department: string,
  kind: string,
  request: string,
): string | null {
  const block = blockIn(context)
  const isSaid = block !== null && kind === (isOffer(block) ? 'firm' : 'blocked')
  const isHere = isSaid && block.department === department
  return isHere && isAsMeant(context, department, request) ? block.reason : null
}

/** Whether a request says of the customer's wish what they mean, where that decides anything. */
function isAsMeant(
  { task, world, settings }: PhoneContext,
  department: string,
  request: string,
): boolean {
  const goal = task.goals.find((one) => one.department === department)
  if (settings.records === 'calls' || goal === undefined) return true
  const { name: company } = companyOf(world, task.company)
  const heard = valuesIn(request, goal.business, company)
  const said = withRowTold(heard, task.file, goal.business, request, company)
  return Object.entries(goal.slots).every(([name, value]) => said[name] === value)
}

/** How many of these details the customer never gave; an old number that they gave they gave. */
function madeUpIn(given: Values, told: PhoneTask, state: PhoneState): number {
  const said = saidValues(told, state)
  const { mistaken } = memoryOf(told)
  const isTheirs = (field: Field, value: string): boolean =>
    sameValue(value, said[field] ?? '') ||
    (mistaken?.field === field && sameValue(value, mistaken.value))
  return FIELDS.filter((field) => {
    const value = given[field]
    return value !== undefined && !isNoValue(value) && !isTheirs(field, value)
  }).length
}

const wishAt = ({ goals }: PhoneTask, department: string): string | undefined =>
  goals.find((goal) => goal.department === department)?.business

/** How often rules were broken that nothing makes good, and whether one was. */
export const hardBreaches = ({ broken }: PhoneState): number =>
  broken.filter((form) => HARD.has(form)).length
export const isBroken = (state: PhoneState): boolean => hardBreaches(state) > 0

/** How often rules were broken whose breach is but waste. */
export function lapses(state: PhoneState, context: PhoneContext): number {
  const atTheEnd = rulesIn(context).filter((rule) => isBrokenAtTheEnd(rule, state))
  return state.broken.filter((form) => !HARD.has(form)).length + atTheEnd.length
}

function isBrokenAtTheEnd(rule: Rule, { talk, report }: PhoneState): boolean {
  if (rule.form === 'messages_at_most') return talk.messages > rule.count
  return rule.form === 'write_down' && report?.isWhole !== true
}

/** How many things the customer has to be asked to decide, by the page and by what is offered. */
export function decisionsIn(context: PhoneContext): number {
  const { task, settings } = context
  const rules = rulesIn(context)
  const isMatter = rules.some(
    (rule) =>
      rule.form === 'ask_before' &&
      task.goals.some(({ business }) => isAbout(rule.matter, business)),
  )
  if (settings.page === 'off' || !decides(settings)) return isMatter ? 1 : 0
  const kinds = task.goals.flatMap(({ department }) => {
    const { offer, isFirm } = hindrancesAt(context, department)
    const isOpen = offer !== null && isFirm && !forbids(rules, offer) && !grants(rules, offer)
    return isOpen ? [offer.kind] : []
  })
  return (isMatter ? 1 : 0) + new Set(kinds).size
}
