import { neededFields } from '../../../env/phone-call/state.ts'
import { FIELDS } from '../../../sim/phone/tables/fields.ts'
import type { PhoneTask } from '../../../sim/phone/task.ts'
import { lineOf, type PhoneWorld } from '../../../sim/phone/world.ts'
import type { RandomStream } from '../../../sim/random.ts'
import { MOVES, type Move } from '../policy/acts.ts'
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
  const numberOf = (id: string): string => lineOf(world, id).department.phone_number
  const numbers = task.required_calls.map(numberOf)

  /** The next department that can still do its part, among those listed; -1 if there is none. */
  function nextCall({ calls }: Dialogue, { candidates }: Survey): number {
    const isDone = (number: string): boolean =>
      calls.some(({ phoneNumber, occasion }) => phoneNumber === number && occasion === 'done')
    for (const id of task.required_calls) {
      const number = numberOf(id)
      const { after } = lineOf(world, id).department.hidden
      if (calls.some(({ phoneNumber }) => phoneNumber === number)) continue
      if (!after.every((first) => isDone(numberOf(first)))) continue
      const place = candidates.findIndex(({ department }) => department.phoneNumber === number)
      if (place >= 0) return place
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
