import type { Scenario } from '../../../sim/phone/belief.ts'
import { fieldsOf } from '../../../sim/phone/field-set.ts'
import type { AskedField } from '../../../sim/phone/speech.ts'
import { FIELD_PHRASES, type Field } from '../../../sim/phone/tables/fields.ts'
import type { Action } from '../../message.ts'
import { ASK_LEAVE, hasLeft, leaveWanted } from '../obeying.ts'
import { referenceFor } from '../sample.ts'
import type { SeenEpisode, SeenTalk } from '../seen.ts'
import { queueTurn, secretsOf, settleTurn, toolTurn } from '../solve.ts'
import type { Survey } from './survey.ts'

/** Details that a customer in a hurry, and any other, tells at a time. */
const AT_ONCE = { hurried: 2, others: 3 } as const
/** So likely must a detail be wanted to be asked for before any call. */
const LIKELY = 0.5
/** So often the same is asked of a customer who has not told it. */
const ASKED_MAX = 2

/** Asks the customer for all that is likely to be wanted, before any call. */
export function askFirst(survey: Survey, scenarios: () => readonly Scenario[]): Action | undefined {
  const { seen } = survey
  if (!seen.isDialogue || seen.calls.length > 0) return undefined
  // What was not told is asked for again; nothing new comes up before a call is made.
  const open = seen.talks.length === 0 ? likelyFields(scenarios()) : leftOver(seen)
  return askFor(seen, open)
}

/** What most scenarios, by weight, have a use for. */
function likelyFields(scenarios: readonly Scenario[]): Field[] {
  const weights = new Map<Field, number>()
  let whole = 0
  for (const { needed, weight } of scenarios) {
    whole += weight
    for (const field of fieldsOf(needed)) weights.set(field, (weights.get(field) ?? 0) + weight)
  }
  return [...weights].flatMap(([field, weight]) => (weight >= LIKELY * whole ? [field] : []))
}

const leftOver = ({ talks }: SeenEpisode): Field[] => talks.flatMap(({ asked }) => asked)

/** A message for those of these that can still be had from the customer. */
function askFor(seen: SeenEpisode, fields: readonly Field[]): Action | undefined {
  if (!seen.isDialogue || hasLeft(seen)) return undefined
  const left = [...new Set(fields)].filter((field) => canBeHad(seen, field))
  const decisions = leaveWanted(seen).length > 0 ? 1 : 0
  const atOnce = (seen.opening.hurried ? AT_ONCE.hurried : AT_ONCE.others) - decisions
  return left.length + decisions === 0 ? undefined : askInWords(left.slice(0, atOnce), seen)
}

/** Asks for details, and where the house wants it whether the customer's wish is to be done. */
function askInWords(fields: readonly Field[], seen: SeenEpisode): Action {
  const names = fields.map((field) => FIELD_PHRASES[field][0])
  const listed = [...names.slice(0, -2), names.slice(-2).join(' and ')].join(', ')
  const details = fields.length === 0 ? [] : [`Could you please give me ${listed}?`]
  const leave = leaveWanted(seen).length > 0 ? [ASK_LEAVE] : []
  return toolTurn('ask_customer', { message: [...leave, ...details].join(' ') }, seen)
}

const canBeHad = (seen: SeenEpisode, field: Field): boolean =>
  seen.values[field] === undefined && !lacks(seen, field) && timesAsked(seen, field) < ASKED_MAX

const timesAsked = ({ talks }: SeenEpisode, field: Field): number =>
  talks.filter(({ asked }: SeenTalk) => asked.includes(field)).length

const lacks = (seen: SeenEpisode, field: Field): boolean => {
  const { opening, talks, forms } = seen
  return (
    opening.mentions === field ||
    secretsOf(seen).includes(field) ||
    talks.some(({ heard }) => heard.lacks.includes(field)) ||
    forms.some(({ unavailable }) => unavailable.includes(field))
  )
}

/** Asks the customer for what the last call lacked, where the call was over with that. */
export function askForLacking({ seen }: Survey): Action | undefined {
  const last = seen.calls.at(-1)
  if (last?.kind !== 'missing' || seen.line !== undefined) return undefined
  return askFor(seen, wantedOf(seen, last.missing))
}

/** Of each detail that was asked for, itself or what replaces it. */
const wantedOf = (seen: SeenEpisode, missing: readonly AskedField[]): Field[] =>
  missing.map(({ field, alternative }) =>
    alternative !== undefined && lacks(seen, field) ? alternative : field,
  )

/** Answers the employee on the open line, or asks the customer for what they want to know. */
export function talkOn(survey: Survey): Action | undefined {
  const { seen } = survey
  const { line, clock } = seen
  if (clock.queue !== undefined) return queueTurn(seen, clock.queue)
  if (line === undefined) return undefined
  switch (line.kind) {
    case 'offer':
    case 'firm':
    case 'read_back':
      return settleTurn(seen, line)
    case 'missing':
      return tellMissing(seen, line.missing)
    case 'mismatch':
      return tellAnew(seen, line.mismatched)
    case 'reference': {
      const reference = referenceFor(seen, line.phoneNumber)
      const isNew = reference !== '' && reference !== line.referenceNumber
      return isNew ? sayTurn(seen, `The number is ${reference}.`, reference) : hangUp(seen)
    }
    default: {
      const wish = survey.goals.map(({ text }) => text)[0]
      const isNew = wish !== undefined && !line.isMore
      return isNew ? sayTurn(seen, `My customer wants to ${wish}.`) : hangUp(seen)
    }
  }
}

const hangUp = (seen: SeenEpisode): Action => toolTurn('hang_up', {}, seen)

const sayTurn = (seen: SeenEpisode, text: string, reference?: string): Action =>
  toolTurn(
    'say',
    { text, ...(reference === undefined ? {} : { reference_number: reference }) },
    seen,
  )

/** Tells what was asked for, or what replaces it; asks the customer for what is not known yet. */
function tellMissing(seen: SeenEpisode, missing: readonly AskedField[]): Action {
  const wanted = wantedOf(seen, missing)
  const question = askFor(seen, wanted)
  if (question !== undefined) return question
  const told = wanted.flatMap((field) => {
    const value = seen.values[field]
    return value === undefined ? [] : [[field, value] as const]
  })
  if (told.length < wanted.length) return hangUp(seen)
  const words = told.map(([, value]) => value).join(', ')
  return toolTurn(
    'say',
    { text: `Here it is: ${words}.`, auth_info: Object.fromEntries(told) },
    seen,
  )
}

/** Asks the customer again for what was wrong, and tells what they say then. */
function tellAnew(seen: SeenEpisode, wrong: readonly Field[]): Action {
  const corrected = seen.talks.flatMap(({ heard }) => heard.corrected)
  const isPutRight = wrong.every((field) => corrected.includes(field))
  const canAsk = seen.isDialogue && !hasLeft(seen)
  if (!isPutRight) {
    const isAsked = wrong.every((field) => timesAsked(seen, field) >= ASKED_MAX)
    return canAsk && !isAsked ? askInWords(wrong, seen) : hangUp(seen)
  }
  const told = wrong.map((field) => [field, seen.values[field] ?? ''] as const)
  return toolTurn(
    'say',
    { text: 'Sorry, I have it now.', auth_info: Object.fromEntries(told) },
    seen,
  )
}
