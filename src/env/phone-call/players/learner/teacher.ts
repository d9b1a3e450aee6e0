import { FIELDS, type Field } from '../../../../sim/phone/tables/fields.ts'
import type { PhoneTask } from '../../../../sim/phone/task.ts'
import { findLine, type PhoneWorld } from '../../../../sim/phone/world.ts'
import type { RandomStream } from '../../../../sim/random.ts'
import type { Decide } from '../../../learner/learner.ts'
import type { DirectorySurvey, SeenCall } from './features.ts'
import { MOVES, type Move } from './heads.ts'

const SEARCHES_MAX = 3

/** Chances that a field of a spoilt form is left out, or put in. */
const LEAVE_OUT = 0.4
const PUT_IN = 0.12

/** The parts of a conversation that the teacher uses. */
interface Taught {
  readonly searches: number
  readonly form: string
  readonly calls: readonly SeenCall[]
  /** Details by field name. */
  readonly known: Readonly<Record<string, string>>
  readonly departments: readonly { readonly phoneNumber: string }[]
  readonly survey: DirectorySurvey
}

/**
 * Decides as somebody would who knows the task: searches until all departments are found, asks for
 * the fields that are needed, calls in the right order, stops when nothing is left to do. With
 * spoiling, the form is wrong in places: that makes failed attempts to learn from.
 *
 * @param fields what the form has to ask for
 */
export function teacherOf(
  dialogue: Taught,
  task: PhoneTask,
  world: PhoneWorld,
  fields: readonly Field[],
  spoiling?: RandomStream,
): Decide {
  const needed = new Set<string>(fields)
  const numberOf = (id: string): string => findLine(world, id).department.phone_number
  const numbers = task.required_calls.map(numberOf)

  /** The next department that can still do its part, among those listed; -1 if there is none. */
  function nextCall({ candidates }: DirectorySurvey): number {
    const { calls } = dialogue
    const isDone = (number: string): boolean =>
      calls.some(({ phoneNumber, occasion }) => phoneNumber === number && occasion === 'done')
    for (const id of task.required_calls) {
      const number = numberOf(id)
      const { after } = findLine(world, id).department.hidden
      if (calls.some(({ phoneNumber }) => phoneNumber === number)) continue
      if (!after.every((first) => isDone(numberOf(first)))) continue
      const place = candidates.findIndex(({ department }) => department.phoneNumber === number)
      if (place >= 0) return place
    }
    return -1
  }

  function moveFor(survey: DirectorySurvey): Move {
    const listed = new Set(dialogue.departments.map(({ phoneNumber }) => phoneNumber))
    const isComplete = numbers.every((number) => listed.has(number))
    if (!isComplete && dialogue.searches < SEARCHES_MAX && dialogue.calls.length === 0) {
      return 'search'
    }
    if (dialogue.form === 'unsent' && dialogue.calls.length === 0) return 'form'
    return nextCall(survey) >= 0 ? 'call' : 'stop'
  }

  function formFields(): number {
    let chosen = 0
    FIELDS.forEach((field, index) => {
      if (dialogue.known[field] !== undefined) return
      const isNeeded = needed.has(field)
      const isIn = spoiling?.chance(isNeeded ? 1 - LEAVE_OUT : PUT_IN) ?? isNeeded
      if (isIn) chosen |= 1 << index
    })
    return chosen
  }

  return (act) => {
    const { survey } = dialogue
    if (act.kind === 'choice') act.choice = MOVES.indexOf(moveFor(survey))
    else if (act.kind === 'marks') act.choice = formFields()
    else act.choice = Math.max(0, nextCall(survey))
  }
}
