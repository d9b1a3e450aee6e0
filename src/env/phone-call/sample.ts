import type { JsonObject } from '../../sim/json.ts'
import { FIELDS, type Field } from '../../sim/phone/tables/fields.ts'
import type { RandomStream } from '../../sim/random.ts'
import type { Action, Transcript } from '../message.ts'
import { ASK_LEAVE, askAbout } from './obeying.ts'
import type { SeenCall, SeenDepartment, SeenEpisode } from './seen.ts'
import { isToSettle } from './settling.ts'
import { askTurn, lastTurn, toolTurn } from './solve.ts'
import { readEpisode } from './transcript.ts'

const ODD_TURN_SHARE = 0.05

/**
 * Plausible next turns for somebody who understands the tools and knows nothing about what
 * departments want: search first, then a form with fields at random, then calls. Now and then an
 * odd turn, as fuzzing wants it.
 */
export function samplePhoneCall(transcript: Transcript, random: RandomStream): readonly Action[] {
  const seen = readEpisode(transcript)
  if (random.chance(ODD_TURN_SHARE)) return [oddTurn(seen, random)]
  const company = seen.opening.company ?? ''
  const goal = random.pick(seen.opening.goals.map(({ text }) => text).concat(company || 'help'))
  const departments = seen.departments.filter((entry) => entry.company === company)
  if (departments.length === 0) {
    const query = seen.searches.length === 0 ? company : `${company} ${goal}`
    return [toolTurn('company_directory', { query: query.slice(0, 300) || 'help' }, seen)]
  }
  if (seen.clock.queue !== undefined)
    return ['wait', 'wait', 'hang_up'].map((name) => toolTurn(name, {}, seen))
  if (seen.line !== undefined) return sampleOnLine(seen, seen.line, random)
  if (seen.isDialogue && seen.talks.length < 2 && random.chance(0.7)) {
    const isAsking = seen.rules.length > 0 && random.chance(0.5)
    const message = isAsking ? ASK_LEAVE : undefined
    return [1, 2, 3].map((count) => askTurn(random.sample(FIELDS, count), seen, message))
  }
  if (!seen.isDialogue && seen.forms.length === 0 && seen.calls.length === 0) {
    return [1, 2, 3].map(() => {
      const fields = random.sample(FIELDS, random.integer(2, 5))
      return toolTurn('auth_info_form', { fields }, seen)
    })
  }
  const open = departments.filter(({ phoneNumber }) => !isSettled(seen, phoneNumber))
  if (open.length === 0) return [sampleLastTurn(seen, random)]
  const when = seen.isTimed && random.chance(0.3) ? { when: random.pick(TIMES) } : {}
  return open.map((department) => callTurn(department, goal, seen, when))
}

/** The end, and before it now and then what a house may want. */
function sampleLastTurn(seen: SeenEpisode, random: RandomStream): Action {
  return seen.reports && random.chance(0.5) ? lastTurn(seen) : { content: 'That is all I can do.' }
}

/** What somebody may do on an open line: say what they know, ask the customer, or hang up. */
function sampleOnLine(seen: SeenEpisode, line: SeenCall, random: RandomStream): Action[] {
  const { missing, request } = line
  if (isToSettle(line)) {
    const answers = ['Yes.', 'No.', request].map((text) => toolTurn('say', { text }, seen))
    const isOffer = line.kind === 'offer' || line.kind === 'firm'
    const question = askAbout(line.department ?? '', line.named)
    return isOffer && seen.isDialogue ? [...answers, askTurn([], seen, question)] : answers
  }
  const asked = missing.map(({ field, alternative }) =>
    alternative !== undefined && random.chance(0.3) ? alternative : field,
  )
  const known = Object.entries(knownDetails(seen)).filter(([field]) =>
    asked.includes(field as Field),
  )
  const words = known.map(([, value]) => String(value)).join(', ')
  const reference = seen.calls.findLast(({ kind }) => kind === 'done')?.reference
  return [
    toolTurn('say', { text: words || request, auth_info: Object.fromEntries(known) }, seen),
    toolTurn('say', { text: words || 'I do not have that.' }, seen),
    ...(reference === undefined
      ? []
      : [toolTurn('say', { text: request, reference_number: reference }, seen)]),
    ...(seen.isDialogue && asked.length > 0 ? [askTurn(asked.slice(0, 3), seen)] : []),
    ...(random.chance(0.2) ? [toolTurn('hang_up', {}, seen)] : []),
  ]
}

const isSettled = (seen: SeenEpisode, number: string): boolean =>
  seen.calls.some(
    ({ kind, phoneNumber }) =>
      phoneNumber === number && ['done', 'missing', 'mismatch', 'nothing_to_do'].includes(kind),
  )

/** Times that somebody may choose who does not care. */
const TIMES = ['10:00', '14:30', 'Tue 9:00', 'Sat 20:00']

function callTurn(
  department: SeenDepartment,
  goal: string,
  seen: SeenEpisode,
  when: { readonly when?: string },
): Action {
  const reference = referenceFor(seen, department.phoneNumber)
  const wish = seen.calls.some(({ named }) => named.includes(department.department))
    ? `${department.department}: a clearance for ${goal}`
    : goal
  return toolTurn(
    'phone_call',
    {
      phone_number: department.phoneNumber,
      request: wish || 'help',
      auth_info: knownDetails(seen),
      ...(reference === '' ? {} : { reference_number: reference }),
      ...when,
    },
    seen,
  )
}

/**
 * The reference number to give a department: of the one that it asked for, else the last that was
 * given out. Empty if there is none.
 */
export function referenceFor({ calls }: SeenEpisode, phoneNumber: string): string {
  const asked = calls.findLast(
    (call) => call.kind === 'reference' && call.phoneNumber === phoneNumber,
  )
  const given = calls.filter(({ kind }) => kind === 'done')
  const named = given.findLast(({ department }) => department === asked?.named)
  return (named ?? given.at(-1))?.reference ?? ''
}

/** Every detail that the customer gave so far. */
export const knownDetails = ({ values }: SeenEpisode): JsonObject => ({ ...values })

function oddTurn(seen: SeenEpisode, random: RandomStream): Action {
  const number = random.pick(seen.departments.map(({ phoneNumber }) => phoneNumber).concat('0'))
  return random.pick<Action>([
    { content: 'Let me think about that.' },
    { text: '<think>I should call' },
    toolTurn('no_such_tool', {}, seen),
    toolTurn('auth_info_form', { fields: ['shoe_size'] }, seen),
    toolTurn('auth_info_form', { fields: [...FIELDS] }, seen),
    toolTurn('company_directory', {}, seen),
    toolTurn('phone_call', { phone_number: number, request: 'Hm?', auth_info: {} }, seen),
    toolTurn(
      'phone_call',
      { phone_number: number, request: 'dispute', auth_info: { security_pin: '123456' } },
      seen,
    ),
  ])
}
