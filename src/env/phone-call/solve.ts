import type { JsonObject } from '../../sim/json.ts'
import { businessOf } from '../../sim/phone/businesses.ts'
import { nowOf } from '../../sim/phone/clock/now.ts'
import { type Moment, sayMoment } from '../../sim/phone/clock/time.ts'
import { type Callable, timeToCall } from '../../sim/phone/clock/when-to-call.ts'
import { askedTwice, memoryOf } from '../../sim/phone/dialogue/memory.ts'
import { answersAtOnce } from '../../sim/phone/dialogue/reply.ts'
import { hearYesNo } from '../../sim/phone/hear/yes-no.ts'
import { blockOf, isFirm, offerIn } from '../../sim/phone/house/blocks.ts'
import type { Rule } from '../../sim/phone/house/page.ts'
import { wishSaid } from '../../sim/phone/records/wording.ts'
import { type Offer, readOffer, sayOffer } from '../../sim/phone/settling/offers.ts'
import { lineCalled } from '../../sim/phone/short-numbers.ts'
import type { Field } from '../../sim/phone/tables/fields.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import { type Line, lineOf, type PhoneWorld } from '../../sim/phone/world.ts'
import type { Action, Transcript } from '../message.ts'
import { isAllowed, knownCallable } from './fair-minutes.ts'
import {
  ASK_LEAVE,
  ASK_LIMIT,
  askAbout,
  hasLeft,
  hindrancesIn,
  leaveWanted,
  referencesIn,
  stanceOn,
} from './obeying.ts'
import type { SeenCall, SeenEpisode, SeenStop } from './seen.ts'
import { acceptedBefore, answerToSettle, isToSettle, YES } from './settling.ts'
import { neededFields, wantsIn } from './state.ts'
import { readEpisode } from './transcript.ts'

/**
 * The next turn of a player who knows the task and the world: asks the customer for exactly the
 * fields needed, then makes the calls in order. Taken up in the middle of a spoilt episode it does
 * what can still be done, and stops when nothing can.
 */
export function solvePhoneCall(task: PhoneTask, world: PhoneWorld, transcript: Transcript): Action {
  const seen = readEpisode(transcript)
  const known = knownIn(task, seen)
  const open = departmentsLeft(task, world, seen)
  const [talking] = open.filter(
    ({ department }) => department.phone_number === numberOnLine(seen, world),
  )
  if (talking !== undefined) {
    const { line } = seen
    if (line !== undefined && isToSettle(line)) {
      // Who knows that there is no other way does not decline first.
      const isOnlyWay = line.kind === 'offer' && isAgreed(task, world, seen, talking.department.id)
      return isOnlyWay ? toolTurn('say', { text: YES }, seen) : settleTurn(seen, line)
    }
    const said = spokenTo(task, world, talking, seen, known)
    if (said !== undefined) return toolTurn('say', answerOnLine(said, seen), seen)
  }
  const { queue } = seen.clock
  if (queue !== undefined) return queueTurn(seen, queue)
  const question = questionOf(task, world, seen, known)
  if (question !== undefined && open.length > 0) return question
  for (const one of open) {
    const said = spokenTo(task, world, one, seen, known)
    if (said === undefined) continue
    const { phone_number } = one.department
    const { full_name: name } = known
    const auth_info = hasRule(seen, 'only_if_asked') ? nameAlone(name) : said.auth_info
    const request = `${forWhom(seen)}${said.request}`
    const when = whenToCall(task, world, one, seen)
    return toolTurn('phone_call', { phone_number, ...said, request, auth_info, ...when }, seen)
  }
  return lastTurn(seen)
}

/** When a department is called by who knows how long one waits there; now where that will do. */
function whenToCall(
  task: PhoneTask,
  world: PhoneWorld,
  { department }: Line,
  { isTimed, clock, rules }: SeenEpisode,
): { readonly when?: string } {
  if (!isTimed) return {}
  const now = clock.now ?? nowOf(task, world) + clock.minutes
  return laterThan(now, knownCallable(task, world, department, rules))
}

/** The time from now on at which one is through soonest, as a call says it. */
export function laterThan(now: Moment, callable: Callable): { readonly when?: string } {
  const at = timeToCall(now, callable)
  return at === undefined || at === now ? {} : { when: sayMoment(at) }
}

/** Waits in a queue, or leaves it where the house does not have one wait so long. */
export const queueTurn = (seen: SeenEpisode, { at, minutes }: SeenStop): Action =>
  toolTurn(isAllowed(seen.rules, at, minutes) ? 'wait' : 'hang_up', {}, seen)

/**
 * Answers an offer or what was read back; asks the customer first what they have to decide, and
 * rings off where a no leads nowhere, or a yes was given that may not be.
 */
export function settleTurn(seen: SeenEpisode, line: SeenCall): Action {
  const offer = line.kind === 'firm' ? readOffer(line.named) : undefined
  if (offer !== undefined && stanceOn(seen, offer) === 'ask') {
    return askTurn([], seen, askAbout(line.department ?? '', line.named))
  }
  const accepted = acceptedBefore(seen, seen.calls.length - 1)
  if (accepted !== undefined && stanceOn(seen, accepted) !== 'yes') {
    return toolTurn('hang_up', {}, seen)
  }
  const text = answerToSettle(seen, line)
  const isInVain = line.kind === 'firm' && hearYesNo(text) === 'no'
  return isInVain ? toolTurn('hang_up', {}, seen) : toolTurn('say', { text }, seen)
}

/** Of what is to be said, what answers the question on the line: nothing is said twice. */
function answerOnLine({ request, auth_info: details, ...rest }: Spoken, seen: SeenEpisode) {
  const { kind = 'missing', given = [], mismatched = [] } = seen.line ?? {}
  const isSaid = (field: string): boolean =>
    (given as readonly string[]).includes(field) &&
    !(mismatched as readonly string[]).includes(field)
  const auth_info = Object.fromEntries(Object.entries(details).filter(([field]) => !isSaid(field)))
  if (kind === 'missing' || kind === 'mismatch') return { auth_info }
  const isNumber = kind === 'reference' || kind === 'one_number'
  return isNumber ? { auth_info, ...rest } : { text: request, auth_info, ...rest }
}

/** What is said to a department. */
interface Spoken {
  readonly request: string
  readonly auth_info: JsonObject
  readonly reference_number?: string
}

const hasRule = ({ rules }: SeenEpisode, form: Rule['form']): boolean =>
  rules.some((rule) => rule.form === form)

/** Details that may not be told. */
export const secretsOf = ({ rules }: SeenEpisode): readonly Field[] =>
  rules.flatMap((rule) => (rule.form === 'never_tell' ? [rule.field] : []))

export const nameAlone = (name: string | undefined): JsonObject =>
  name === undefined ? {} : { full_name: name }

/** The first words of a call, where the house wants them. */
export const forWhom = (seen: SeenEpisode): string =>
  hasRule(seen, 'on_behalf') ? `I am calling on behalf of ${seen.opening.signed ?? ''}. ` : ''

/** Who has still to do their part and can: nobody who wants others first, or takes no calls. */
function departmentsLeft(task: PhoneTask, world: PhoneWorld, seen: SeenEpisode): Line[] {
  const done = doneIn(seen, world)
  const held = new Set(
    seen.calls
      .filter(({ held }) => held)
      .map(({ phoneNumber }) => lineAnswering(world, phoneNumber)?.department.id),
  )
  // Who has left cannot be asked any more, so what they had to be asked about stays undone.
  const unasked = hasLeft(seen) ? leaveWanted(seen) : []
  const isUnasked = (id: string): boolean =>
    task.goals.some(({ department, business }) => department === id && unasked.includes(business))
  const hindered = hindrancesIn(seen).filter(
    ({ call }) => call.phoneNumber !== seen.line?.phoneNumber,
  )
  const stopped = new Set(
    hindered.map(({ call }) => lineAnswering(world, call.phoneNumber)?.department.id),
  )
  return task.required_calls
    .filter((id) => done[id] === undefined && !held.has(id) && !isUnasked(id) && !stopped.has(id))
    .map((id) => lineOf(world, id))
    .filter(({ department: { hidden } }) => hidden.after.every((id) => done[id] !== undefined))
}

const numberOnLine = ({ line }: SeenEpisode, world: PhoneWorld): string | undefined =>
  line === undefined ? undefined : lineAnswering(world, line.phoneNumber)?.department.phone_number

/** Who answers at a number as the directory has shown it, whole or short. */
export const lineAnswering = (world: PhoneWorld, number: string): Line | undefined =>
  lineCalled(world, number, 'short')

/** What is said to a department; undefined where a detail is lacking. */
function spokenTo(
  task: PhoneTask,
  world: PhoneWorld,
  { department: { id, hidden } }: Line,
  seen: SeenEpisode,
  known: Known,
): Spoken | undefined {
  const given = detailsFor(task, world, id, known, secretsOf(seen))
  if (given === undefined) return undefined
  const from = hidden.reference_from
  return {
    request: requestFor(task, world, id, seen),
    auth_info: given,
    ...(from === null ? {} : { reference_number: doneIn(seen, world)[from] ?? '' }),
  }
}

/** Asks for what is needed and not known yet, where the customer can still be asked. */
function questionOf(
  task: PhoneTask,
  world: PhoneWorld,
  seen: SeenEpisode,
  known: Known,
): Action | undefined {
  const wanted = neededFields(task, world, secretsOf(seen)).filter(
    (field) => known[field] === undefined,
  )
  const decisions = seen.isDialogue ? decisionsFor(task, world, seen) : []
  if (wanted.length === 0 && decisions.length === 0) return undefined
  if (!seen.isDialogue) {
    const isClosed = seen.calls.length > 0 || seen.forms.some(usesUp)
    return isClosed ? undefined : toolTurn('auth_info_form', { fields: wanted }, seen)
  }
  if (hasLeft(seen)) return undefined
  // What has to be asked for twice goes first, so that the second time is on the way.
  const twice = askedTwice(memoryOf(task))
  const first = wanted.filter((field) => field === twice)
  const others = wanted.filter((field) => field !== twice)
  const left = Math.max(0, answersAtOnce(task) - decisions.length)
  const fields = [...first, ...others].slice(0, left)
  return askTurn(fields, seen, decisions.length === 0 ? undefined : decisions.join(' '))
}

/** Questions for what the customer has to decide: their wish, and what will be offered. */
function decisionsFor(task: PhoneTask, world: PhoneWorld, seen: SeenEpisode): string[] {
  const leave = leaveWanted(seen).length > 0 ? [ASK_LEAVE] : []
  if (!seen.reports || !seen.isConversation) return leave
  const kinds = task.goals.flatMap(({ department }) => {
    const offer = onlyOffer(task, world, seen, department)
    return offer !== undefined && stanceOn(seen, offer) === 'ask' ? [offer.kind] : []
  })
  return [...leave, ...kinds.slice(0, 1).map((kind) => ASK_LIMIT[kind])]
}

/** What a department does nothing without. */
function onlyOffer(
  task: PhoneTask,
  world: PhoneWorld,
  { isDialogue, rules }: SeenEpisode,
  department: string,
): Offer | undefined {
  const ways = { customer: isDialogue ? 'dialogue' : 'form', conversation: 'on' } as const
  const block = blockOf(task, world, ways)
  const isOnly = isFirm(task, department, block, rules, ways)
  return isOnly ? (offerIn(task, department, block, ways) ?? undefined) : undefined
}

function isAgreed(
  task: PhoneTask,
  world: PhoneWorld,
  seen: SeenEpisode,
  department: string,
): boolean {
  const offer = onlyOffer(task, world, seen, department)
  return offer !== undefined && stanceOn(seen, offer) === 'yes'
}

/** What a player says at the end: to the customer of a house how it came out, with all numbers. */
export function lastTurn(seen: SeenEpisode): Action {
  const isDone = seen.calls.some(({ kind }) => kind === 'done')
  const [hindrance] = hindrancesIn(seen)
  if (!seen.reports || !(isDone || hindrance !== undefined)) {
    return { content: 'I cannot get any further with this.' }
  }
  const references = referencesIn(seen)
  const accepted = acceptedIn(seen)
  const said = [
    ...(hindrance === undefined ? ['It is done.'] : []),
    ...(hindrance === undefined ? [] : [`It could not be done, because ${hindrance.because}.`]),
    ...(references.length === 0 ? [] : [`The reference numbers: ${references.join(', ')}.`]),
    ...(accepted.length === 0 ? [] : [`I accepted ${accepted.join(' and ')}.`]),
  ]
  return { content: said.join(' ') }
}

/** What was accepted, in words. */
const acceptedIn = (seen: SeenEpisode): string[] =>
  seen.calls.flatMap(({ kind }, number) => {
    const offer = kind === 'done' ? acceptedBefore(seen, number) : undefined
    return offer === undefined ? [] : [sayOffer(offer)]
  })

/** Asks the customer for these, by their names, and whatever the words ask besides. */
export const askTurn = (fields: readonly Field[], seen: SeenEpisode, message?: string): Action =>
  toolTurn('ask_customer', message === undefined ? { fields } : { message, fields }, seen)

/** One tool call as a turn; the id counts the tool answers so far, so it is new. */
export function toolTurn(name: string, args: JsonObject, seen: SeenEpisode): Action {
  const id = `call_${seen.answers + 1}`
  return {
    content: null,
    tool_calls: [{ id, type: 'function', function: { name, arguments: args } }],
  }
}

const usesUp = ({ status }: SeenEpisode['forms'][number]): boolean =>
  status === 'completed' || status === 'abandoned'

/** What a request must say so that a department knows it is meant. */
function requestFor(task: PhoneTask, world: PhoneWorld, id: string, seen: SeenEpisode): string {
  const goal = task.goals.find(({ department }) => department === id)
  if (goal !== undefined) {
    const said = seen.opening.goals.find(({ business }) => business?.id === goal.business)?.text
    // Where the customer said all that decides, so must the request.
    const whole = said !== undefined && wishSaid(said) !== undefined ? said : undefined
    return `My customer wants to ${whole ?? businessOf(goal.business).phrases[0]}.`
  }
  return `${lineOf(world, id).department.name}: please clear this customer's file.`
}

function detailsFor(
  task: PhoneTask,
  world: PhoneWorld,
  id: string,
  known: Known,
  secrets: readonly Field[],
): JsonObject | undefined {
  const { required, alternatives } = wantsIn(task, world, id)
  const given: Record<string, string> = {}
  for (const field of required) {
    const alternative = alternatives[field]
    const isLacking = task.customer.missing.includes(field) || secrets.includes(field)
    const used = isLacking ? alternative : field
    const value = used === undefined ? undefined : known[used]
    if (used === undefined || value === undefined) return undefined
    given[used] = value
  }
  return given
}

function doneIn(seen: SeenEpisode, world: PhoneWorld): Record<string, string> {
  const done: Record<string, string> = {}
  for (const { kind, phoneNumber, reference } of seen.calls) {
    const id = lineAnswering(world, phoneNumber)?.department.id
    if (kind === 'done' && id !== undefined) done[id] = reference
  }
  return done
}

type Known = Readonly<Partial<Record<Field, string>>>

/** What the customer has told rightly. */
function knownIn(task: PhoneTask, { values, talks }: SeenEpisode): Known {
  const { mistaken } = memoryOf(task)
  if (mistaken === null || talks.length === 0) return values
  const { field } = mistaken
  const isRight = talks.some(({ heard }) => heard.corrected.includes(field))
  return isRight ? values : { ...values, [field]: undefined }
}
