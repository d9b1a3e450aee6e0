import { neededFields } from '../../../env/phone-call/solve.ts'
import { FIELDS } from '../../../sim/phone/tables/fields.ts'
import type { PhoneTask } from '../../../sim/phone/task.ts'
import { lineOf, type PhoneWorld } from '../../../sim/phone/world.ts'
import type { RandomStream } from '../../../sim/random.ts'
import { type Move, MOVES } from '../policy/acts.ts'
import type { Decider } from '../policy/agent.ts'
import type { Dialogue } from '../reading/dialogue.ts'
import type { Survey } from '../reading/survey.ts'

const SEARCHES_MAX = 3

/** How a bad form comes about: fields that are needed are left out, others put in. */
export interface Spoiling {
  readonly random: RandomStream
  /** Chances, per field. */
  readonly leaveOut: number
  readonly putIn: number
}

/**
 * Decides as somebody would who knows the task: searches until all departments are found, asks for
 * the fields that are needed, calls in the right order, stops when nothing is left to do. With
 * spoiling, the form is wrong in places: that makes failed attempts to learn from.
 */
export function teacher(task: PhoneTask, world: PhoneWorld, spoiling?: Spoiling): Decider {
  const needed = new Set<string>(neededFields(task, world))
  const numbers = task.required_calls.map((id) => lineOf(world, id).department.phone_number)

  function nextCall(dialogue: Dialogue, { candidates }: Survey): number {
    for (const number of numbers) {
      const past = dialogue.calls.filter(({ phoneNumber }) => phoneNumber === number)
      if (past.some(({ occasion }) => occasion === 'done')) continue
      // What comes after a department that refused cannot be reached any more.
      if (past.length > 0) return -1
      return candidates.findIndex(({ department }) => department.phoneNumber === number)
    }
    return -1
  }

  function moveFor(dialogue: Dialogue, survey: Survey): Move {
    const listed = new Set(dialogue.departments.map(({ phoneNumber }) => phoneNumber))
    const isComplete = numbers.every((number) => listed.has(number))
    if (!isComplete && dialogue.searches < SEARCHES_MAX && dialogue.calls.length === 0) {
      return 'search'
    }
    if (dialogue.form === 'unsent' && dialogue.calls.length === 0) return 'form'
    return nextCall(dialogue, survey) >= 0 ? 'call' : 'stop'
  }

  return {
    move(act, dialogue, survey) {
      act.choice = MOVES.indexOf(moveFor(dialogue, survey))
    },
    point(act, dialogue, survey) {
      act.choice = Math.max(0, nextCall(dialogue, survey))
    },
    form(act, dialogue) {
      let fields = 0
      FIELDS.forEach((field, index) => {
        if (dialogue.known[field] !== undefined) return
        const isNeeded = needed.has(field)
        const isIn =
          spoiling === undefined
            ? isNeeded
            : spoiling.random.chance(isNeeded ? 1 - spoiling.leaveOut : spoiling.putIn)
        if (isIn) fields |= 1 << index
      })
      act.choice = fields
    },
  }
}
