import {
  callTurn,
  nextCall,
  STOP,
  type Survey,
  surveyOf,
} from '../../src/env/phone-call/players/survey.ts'
import { toolTurn } from '../../src/env/phone-call/solve.ts'
import { neededFields, wantsIn } from '../../src/env/phone-call/state.ts'
import { readEpisode } from '../../src/env/phone-call/transcript.ts'
import type { Policy, Situation } from '../../src/policies/policy.ts'
import { FIELDS } from '../../src/sim/phone/tables/fields.ts'
import type { PhoneTask } from '../../src/sim/phone/task.ts'
import { lineOf, type PhoneWorld } from '../../src/sim/phone/world.ts'
import type { RandomStream } from '../../src/sim/random.ts'

/** Chances that a field of a spoilt form is left out, or put in. */
const LEAVE_OUT = 0.4
const PUT_IN = 0.1
/** Chance that a field is asked for which is wanted and which the customer turns out to lack. */
const ASK_LACKING = 0.6
/** Chance that the first call goes to another department of the company. */
const WRONG_DESK = 0.15
const SEARCHES_MAX = 3

/**
 * Plays as somebody would who knows what will be asked for and nothing else: searches until the
 * departments are listed, sends the form, calls in the habitual order and where employees direct,
 * stops when nothing is left. Now and then it asks for what the customer lacks, or calls the wrong
 * desk first, so that it shows how to go on from there. Spoilt, its form is wrong in places.
 */
export function teacherPolicy(isSpoilt: (task: PhoneTask) => boolean): Policy {
  return {
    name: 'teacher',
    needsHidden: true,
    act({ transcript, hidden, random }: Situation) {
      const survey = surveyOf(readEpisode(transcript))
      if (survey === undefined || hidden === undefined) return STOP
      const task = hidden.task as unknown as PhoneTask
      const world = hidden.world as unknown as PhoneWorld
      return (
        search(survey, task, world) ??
        form(survey, task, world, random, isSpoilt(task)) ??
        wrongDesk(survey, task, world, random) ??
        nextCall(survey) ??
        STOP
      )
    },
  }
}

function search({ seen, company }: Survey, task: PhoneTask, world: PhoneWorld) {
  if (seen.calls.length > 0 || seen.searches.length >= SEARCHES_MAX) return undefined
  if (seen.searches.length === 0) return toolTurn('company_directory', { query: company }, seen)
  const listed = new Set(
    seen.departments.filter((one) => one.company === company).map((one) => one.department),
  )
  const missing = task.required_calls
    .map((id) => lineOf(world, id).department.name)
    .find((name) => !listed.has(name))
  if (missing === undefined) return undefined
  return toolTurn('company_directory', { query: `${company} ${missing}` }, seen)
}

function form(
  { seen }: Survey,
  task: PhoneTask,
  world: PhoneWorld,
  random: RandomStream,
  isSpoilt: boolean,
) {
  if (seen.forms.length > 0 || seen.calls.length > 0) return undefined
  const needed = new Set<string>(neededFields(task, world))
  const wanted = new Set(task.required_calls.flatMap((id) => wantsIn(task, world, id).required))
  const fields = FIELDS.filter((field) => {
    if (seen.values[field] !== undefined) return false
    const isNeeded = needed.has(field)
    if (!isNeeded && wanted.has(field)) return random.chance(ASK_LACKING)
    if (!isSpoilt) return isNeeded
    return random.chance(isNeeded ? 1 - LEAVE_OUT : PUT_IN)
  })
  return fields.length === 0 ? undefined : toolTurn('auth_info_form', { fields }, seen)
}

function wrongDesk(survey: Survey, task: PhoneTask, world: PhoneWorld, random: RandomStream) {
  if (survey.seen.calls.length > 0 || !random.chance(WRONG_DESK)) return undefined
  const right = new Set(task.required_calls.map((id) => lineOf(world, id).department.name))
  const others = [...survey.departments].filter(([, entry]) => !right.has(entry.department))
  if (others.length === 0) return undefined
  const [kind, entry] = random.pick(others)
  const [goal] = survey.goals
  const goals = goal === undefined ? [] : [{ ...goal, kind }]
  return callTurn({ ...survey, goals }, kind, entry)
}
