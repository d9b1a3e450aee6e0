import type { Action } from '../../../env/message.ts'
import type { JsonObject } from '../../../sim/json.ts'
import { FIELDS } from '../../../sim/phone/tables/fields.ts'
import type { Dialogue } from '../reading/dialogue.ts'
import type { Survey } from '../reading/survey.ts'
import { type Act, type FormAct, MOVES, type Move, type MoveAct, type PointerAct } from './acts.ts'
import { candidateRows, fieldCues, formRows, isNamedUnlisted, moveRows } from './features.ts'
import type { Draw } from './head.ts'
import { CANDIDATES_MAX } from './pointer-head.ts'
import type { LocalPolicy } from './policy.ts'
import type { Rows } from './rows.ts'

/** One turn: the acts it is made of, and the action that says them. */
export interface DecidedTurn {
  readonly acts: readonly Act[]
  readonly action: Action
}

/** Decides acts; the policy itself, or a teacher that knows what is right. */
export interface Decider {
  move(act: MoveAct, dialogue: Dialogue, survey: Survey): void
  form(act: FormAct, dialogue: Dialogue, survey: Survey): void
  point(act: PointerAct, dialogue: Dialogue, survey: Survey): void
}

/** A policy that decides by chance, or takes what is likeliest. */
export const policyDecider = (policy: LocalPolicy, draw: Draw): Decider => ({
  move: (act) => policy.move.decide(act, draw),
  form: (act) => policy.form.decide(act, draw),
  point: (act) => policy.pointer.decide(act, draw),
})

/**
 * Plays one turn: reads what there is to see, has each decision made, and says it as an action.
 * What is decided is which tool, which fields and which department; the words around them follow.
 */
export function playTurn(policy: LocalPolicy, dialogue: Dialogue, decider: Decider): DecidedTurn {
  const { survey } = dialogue
  const moveAct = newMoveAct(policy, dialogue, survey)
  decider.move(moveAct, dialogue, survey)
  const move = MOVES[moveAct.choice] as Move
  if (move === 'search') return { acts: [moveAct], action: searchAction(dialogue, survey) }
  if (move === 'form') {
    const act = newFormAct(policy, dialogue, survey)
    decider.form(act, dialogue, survey)
    return { acts: [moveAct, act], action: formAction(dialogue, act) }
  }
  if (move === 'call' && survey.candidates.length > 0) {
    const act = newPointerAct(policy, dialogue, survey)
    decider.point(act, dialogue, survey)
    return { acts: [moveAct, act], action: callAction(dialogue, survey, act.choice) }
  }
  return { acts: [moveAct], action: { content: 'I cannot get any further with this.' } }
}

function newMoveAct(policy: LocalPolicy, dialogue: Dialogue, survey: Survey): MoveAct {
  const rows = moveRows(policy.builders.move, dialogue, survey)
  return { head: 'move', ...rows, choice: 0, logProbs: new Float64Array(1) }
}

function newFormAct(policy: LocalPolicy, dialogue: Dialogue, survey: Survey): FormAct {
  return {
    head: 'form',
    ...formRows(policy.builders.form, dialogue, survey),
    cues: fieldCues(dialogue),
    formLimit: dialogue.attempts?.formLimit ?? 0,
    choice: 0,
    logProbs: new Float64Array(FIELDS.length),
  }
}

function newPointerAct(policy: LocalPolicy, dialogue: Dialogue, survey: Survey): PointerAct {
  const count = Math.min(survey.candidates.length, CANDIDATES_MAX)
  const candidates: Rows[] = []
  for (let place = 0; place < count; place++) {
    candidates.push(candidateRows(policy.builders.pointer, dialogue, survey, place))
  }
  return { head: 'pointer', candidates, choice: 0, logProbs: new Float64Array(1) }
}

function toolAction(dialogue: Dialogue, name: string, args: JsonObject): Action {
  const id = `call_${dialogue.turns + 1}`
  const call = { id, type: 'function', function: { name, arguments: args } } as const
  return { content: null, tool_calls: [call] }
}

/** Searches for the company first, then for what is named or wanted and was not found yet. */
function searchAction(dialogue: Dialogue, { targets }: Survey): Action {
  const { company, searches, opening } = dialogue
  const named = isNamedUnlisted(dialogue) ? (dialogue.calls.at(-1)?.named ?? '') : ''
  const unfound = targets.findIndex(({ candidate }) => candidate < 0)
  const goal = opening.goals[Math.max(unfound, 0)]?.text ?? ''
  const more = named === '' ? goal : named
  const query = searches === 0 ? company : `${company} ${more}`
  return toolAction(dialogue, 'company_directory', { query: query || 'help' })
}

function formAction(dialogue: Dialogue, { choice }: FormAct): Action {
  const fields = FIELDS.filter((_, field) => choice & (1 << field))
  return toolAction(dialogue, 'auth_info_form', { fields })
}

/** Calls with all that is known; says the goal that is for this department, if any. */
function callAction(dialogue: Dialogue, survey: Survey, place: number): Action {
  const name = survey.candidates[place]?.department.name ?? ''
  const wish =
    dialogue.opening.goals[goalFor(dialogue, survey, place)]?.text ??
    "please clear this customer's file."
  const phoneNumber = survey.candidates[place]?.department.phoneNumber ?? ''
  const reference = referenceFor(dialogue, phoneNumber)
  return toolAction(dialogue, 'phone_call', {
    phone_number: phoneNumber,
    request: `${name}: ${wish}`,
    auth_info: dialogue.known,
    ...(reference === '' ? {} : { reference_number: reference }),
  })
}

/**
 * The goal to say to a department: the only one, one that another department sent here, one that
 * its own words fit, or one that nobody's words fit. Without any, -1: it is only to clear the way.
 */
function goalFor({ calls }: Dialogue, { candidates, targets }: Survey, place: number): number {
  if (targets.length === 1) return 0
  const name = candidates[place]?.department.name
  const sender = calls.findLast(
    ({ occasion, named }) => occasion === 'wrong_department' && named === name,
  )
  const from = candidates.findIndex(
    ({ department }) => department.phoneNumber === sender?.phoneNumber,
  )
  const sent = from < 0 ? -1 : targets.findIndex(({ candidate }) => candidate === from)
  if (sent >= 0) return sent
  const own = targets.findIndex(({ candidate }) => candidate === place)
  return own >= 0 ? own : targets.findIndex(({ candidate }) => candidate < 0)
}

/** The number of the department that was asked for last, else the last that was given out. */
function referenceFor({ calls, references }: Dialogue, phoneNumber: string): string {
  const asked = calls.findLast(
    (call) => call.occasion === 'reference' && call.phoneNumber === phoneNumber,
  )
  const named = references.findLast(({ department }) => department === asked?.named)
  return (named ?? references.at(-1))?.number ?? ''
}
