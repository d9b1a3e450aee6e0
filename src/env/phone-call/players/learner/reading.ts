import type { JsonObject } from '../../../../sim/json.ts'
import { CLEARANCE } from '../../../../sim/phone/services.ts'
import { FIELDS } from '../../../../sim/phone/tables/fields.ts'
import type { PhoneTask } from '../../../../sim/phone/task.ts'
import type { PhoneWorld } from '../../../../sim/phone/world.ts'
import type { RandomStream } from '../../../../sim/random.ts'
import { choiceAct, marksAct, pointerAct } from '../../../learner/acts.ts'
import type { Decide, HeadRows, Reading } from '../../../learner/learner.ts'
import type { Rows } from '../../../learner/rows.ts'
import type { Action, Transcript } from '../../../message.ts'
import type { PublicEvent } from '../../../public-event.ts'
import type { BaseTask } from '../../../task-data.ts'
import { neededFields } from '../../state.ts'
import { STOP, toolTurn } from '../../survey.ts'
import { PhoneDialogue, type Surveyed } from './dialogue.ts'
import { candidateRows, fieldCues, formRows, isNamedUnlisted, moveRows } from './features.ts'
import { CANDIDATES_MAX, MOVES, type Move } from './heads.ts'
import { teacherOf } from './teacher.ts'

/**
 * An episode of the first stage as the policy plays it. The policy decides tool, fields and
 * department; word overlap decides the service.
 */
export class PhoneReading implements Reading {
  readonly #rows: HeadRows
  readonly #dialogue = new PhoneDialogue()

  constructor(rows: HeadRows) {
    this.#rows = rows
  }

  take(messages: Transcript, events: readonly PublicEvent[]): void {
    this.#dialogue.take(messages, events)
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
    if (chosen === 'search') return searchTurn(dialogue)
    if (chosen === 'form') return formTurn(dialogue, this.#decidedForm(decide, survey))
    if (chosen === 'call' && survey.candidates.length > 0) {
      return callTurn(dialogue, survey, this.#decidedPlace(decide, survey))
    }
    return STOP
  }

  teacher(hidden: BaseTask & JsonObject, shared: JsonObject, spoiling?: RandomStream): Decide {
    const [task, world] = [hidden, shared] as unknown as [PhoneTask, PhoneWorld]
    return teacherOf(this.#dialogue, task, world, neededFields(task, world), spoiling)
  }

  #decidedForm(decide: Decide, survey: Surveyed): number {
    const dialogue = this.#dialogue
    const rows = formRows(this.#rows('form'), dialogue, survey)
    const limit = dialogue.attempts?.formLimit ?? 0
    const act = marksAct('form', rows, { cues: fieldCues(dialogue), limit })
    decide(act)
    return act.choice
  }

  #decidedPlace(decide: Decide, survey: Surveyed): number {
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

/** Searches for the company first, then for a department that was named and not found yet. */
function searchTurn(dialogue: PhoneDialogue): Action {
  const { company, searches, calls } = dialogue
  const named = isNamedUnlisted(dialogue) ? (calls.at(-1)?.named ?? '') : ''
  const more = named === '' ? (QUERIES[searches % QUERIES.length] ?? '') : named
  const query = searches === 0 ? company : `${company} ${more}`
  return toolTurn('company_directory', { query: query || 'help' }, dialogue)
}

/** Queries for further departments, because a search returns only five. */
const QUERIES = ['customer service', 'billing', 'payments', 'identity'] as const

function formTurn(dialogue: PhoneDialogue, choice: number): Action {
  const fields = FIELDS.filter((_, field) => choice & (1 << field))
  return toolTurn('auth_info_form', { fields }, dialogue)
}

/** Calls with all known details, for the service that the customer seems to want there. */
function callTurn(
  dialogue: PhoneDialogue,
  { candidates, targets }: Surveyed,
  place: number,
): Action {
  const phoneNumber = candidates[place]?.department.phoneNumber ?? ''
  const wish = targets.find(({ candidate }) => candidate === place)
  const reference = referenceFor(dialogue, phoneNumber)
  return toolTurn(
    'phone_call',
    {
      phone_number: phoneNumber,
      service: wish?.service ?? CLEARANCE,
      auth_info: dialogue.known,
      ...(reference === '' ? {} : { reference_number: reference }),
    },
    dialogue,
  )
}

/** The reference number of the department that was named last, or else the last one received. */
function referenceFor({ calls, references }: PhoneDialogue, phoneNumber: string): string {
  const asked = calls.findLast(
    (call) => call.occasion === 'reference' && call.phoneNumber === phoneNumber,
  )
  const named = references.findLast(({ department }) => department === asked?.named)
  return (named ?? references.at(-1))?.number ?? ''
}
