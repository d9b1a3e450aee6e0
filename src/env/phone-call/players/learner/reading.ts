import type { JsonObject } from '../../../../sim/json.ts'
import { FIELDS } from '../../../../sim/phone/tables/fields.ts'
import type { PhoneTask } from '../../../../sim/phone/task.ts'
import type { PhoneWorld } from '../../../../sim/phone/world.ts'
import type { RandomStream } from '../../../../sim/random.ts'
import { choiceAct, marksAct, pointerAct } from '../../../learner/acts.ts'
import type { Decide, HeadRows, Reading } from '../../../learner/learner.ts'
import type { Rows } from '../../../learner/rows.ts'
import type { Action, Transcript } from '../../../message.ts'
import {
  candidateRows,
  fieldCues,
  formRows,
  isNamedUnlisted,
  moveRows,
} from '../../../phone-call-v2/players/learner/features.ts'
import { CANDIDATES_MAX, MOVES, type Move } from '../../../phone-call-v2/players/learner/heads.ts'
import { teacherOf } from '../../../phone-call-v2/players/learner/teacher.ts'
import type { BaseTask } from '../../../task-data.ts'
import { neededFields } from '../../state.ts'
import { Dialogue } from './reading/dialogue.ts'
import type { Survey } from './reading/survey.ts'

/**
 * A phone call as the policy plays it: what is decided is which tool, which fields and which
 * department; the words around them follow.
 */
export class PhoneReading implements Reading {
  readonly #rows: HeadRows
  readonly #dialogue = new Dialogue()

  constructor(rows: HeadRows) {
    this.#rows = rows
  }

  take(messages: Transcript): void {
    this.#dialogue.take(messages)
  }

  spoke(action: Action): void {
    this.#dialogue.spoke(action)
  }

  turn(decide: Decide): Action {
    const dialogue = this.#dialogue
    const { survey } = dialogue
    const move = choiceAct('move', moveRows(this.#rows('move'), dialogue, survey))
    decide(move)
    const chosen = MOVES[move.choice] as Move
    if (chosen === 'search') return searchAction(dialogue, survey)
    if (chosen === 'form') return formAction(dialogue, this.#decidedForm(decide, survey))
    if (chosen === 'call' && survey.candidates.length > 0) {
      return callAction(dialogue, survey, this.#decidedPlace(decide, survey))
    }
    return { content: 'I cannot get any further with this.' }
  }

  teacher(hidden: BaseTask & JsonObject, shared: JsonObject, spoiling?: RandomStream): Decide {
    const [task, world] = [hidden, shared] as unknown as [PhoneTask, PhoneWorld]
    return teacherOf(this.#dialogue, task, world, neededFields(task, world), spoiling)
  }

  #decidedForm(decide: Decide, survey: Survey): number {
    const dialogue = this.#dialogue
    const rows = formRows(this.#rows('form'), dialogue, survey)
    const limit = dialogue.attempts?.formLimit ?? 0
    const act = marksAct('form', rows, { cues: fieldCues(dialogue), limit })
    decide(act)
    return act.choice
  }

  #decidedPlace(decide: Decide, survey: Survey): number {
    const count = Math.min(survey.candidates.length, CANDIDATES_MAX)
    const candidates: Rows[] = []
    for (let place = 0; place < count; place++) {
      candidates.push(candidateRows(this.#rows('pointer'), this.#dialogue, survey, place))
    }
    const act = pointerAct('pointer', candidates)
    decide(act)
    return act.choice
  }
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

function formAction(dialogue: Dialogue, choice: number): Action {
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
