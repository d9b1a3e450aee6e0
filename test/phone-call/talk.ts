import type { End } from '../../src/env/end.ts'
import {
  type EpisodeSetup,
  endEpisode,
  openEpisode,
  type Play,
  type StepAnswer,
  stepEpisode,
} from '../../src/env/episode.ts'
import type { Action } from '../../src/env/message.ts'
import type { PhoneEvent } from '../../src/env/phone-call/events.ts'
import { phoneCallEnvironment } from '../../src/env/phone-call/index.ts'
import { neededFields, serviceWanted } from '../../src/env/phone-call/state.ts'
import { critiqueAtOnce } from '../../src/env/playthrough.ts'
import type { PublicEvent } from '../../src/env/public-event.ts'
import type { JsonObject } from '../../src/sim/json.ts'
import type { Case } from '../../src/sim/phone/case.ts'
import { generateWorld } from '../../src/sim/phone/companies.ts'
import { caseForTask, TALKING_STAGES, type TalkingStage } from '../../src/sim/phone/draw-case.ts'
import { CLEARANCE } from '../../src/sim/phone/services.ts'
import type { FieldValues } from '../../src/sim/phone/tables/fields.ts'
import type { PhoneTask } from '../../src/sim/phone/task.ts'
import { generateSplit, generateTask } from '../../src/sim/phone/tasks.ts'
import { findLine, type PhoneWorld } from '../../src/sim/phone/world.ts'
import { oraclePlayer, plainSetup, playOut } from '../support/rollout.ts'

/** The world of the tests. It is not the shipped one, so nothing is fitted to that. */
export const WORLD: PhoneWorld = generateWorld(7, 100)

/** Tasks that most tests draw from. */
export const TASKS: readonly PhoneTask[] = generateSplit(WORLD, 'train', 200)

/** The first task of a level that fulfils a condition. */
export function taskWhere(
  level: number,
  holds: (task: PhoneTask) => boolean = () => true,
): PhoneTask {
  const task = TASKS.find((one) => one.difficulty === level && holds(one))
  if (task === undefined) throw new Error(`no such task of level ${level}`)
  return task
}

/** A task with its case at a stage with a dialogue. */
export interface StagedTask {
  readonly stage: TalkingStage
  readonly task: PhoneTask
  readonly phoneCase: Case
}

/** A number of train tasks from an index on, at each stage with a dialogue. */
export const stagedTasks = (
  from: number,
  count: number,
  levelOf: (at: number) => Parameters<typeof generateTask>[3],
): readonly StagedTask[] =>
  TALKING_STAGES.flatMap((stage) =>
    Array.from({ length: count }, (_, at) => {
      const task = generateTask(WORLD, 'train', from + at, levelOf(at))
      return { stage, task, phoneCase: caseForTask(task, WORLD, stage) }
    }),
  )

/** Everything fixed about an episode on a task. */
export const setupOf = (task: PhoneTask, settings: JsonObject = {}): EpisodeSetup =>
  plainSetup(phoneCallEnvironment, WORLD, task, settings)

/** Changes the arguments of a turn's calls. */
function changed(action: Action, change: ChangeCall): Action {
  if (!('tool_calls' in action) || action.tool_calls == null) return action
  const tool_calls = action.tool_calls.map((call) => {
    const { name, arguments: args } = call.function
    return { ...call, function: { name, arguments: change(name, args as JsonObject) } }
  })
  return { ...action, tool_calls }
}

type ChangeCall = (name: string, args: JsonObject) => JsonObject

/** Plays as the oracle does, with the arguments of its calls changed. */
export function playAs(
  { stage, task }: { readonly stage: TalkingStage; readonly task: PhoneTask },
  change: ChangeCall,
) {
  const setup = setupOf(task, { stage })
  const oracle = oraclePlayer(setup)
  return playOut(setup, (seen, state) => {
    const action = oracle(seen, state)
    return action === undefined ? undefined : changed(action, change)
  })
}

function finish<Result>(play: Play<Result>): Result {
  const result = play.next()
  if (result.done !== true) throw new Error('these episodes ask for no effects')
  return result.value
}

/** What a call gives besides the service and the details. */
interface Besides {
  readonly unavailable?: readonly string[]
  readonly reference?: string
}

/** An episode to be played one tool call at a time. */
export function talk(task: PhoneTask, settings: JsonObject = {}) {
  const setup = setupOf(task, settings)
  let { state } = finish(openEpisode(setup))
  let last: StepAnswer | undefined
  let calls = 0
  const events: PublicEvent[] = []
  const critiqueOf = ({ end, metrics = {} }: StepAnswer): string =>
    end === undefined
      ? ''
      : critiqueAtOnce(
          phoneCallEnvironment,
          { transcript: [], events },
          { end, success: metrics.success === 1, metrics },
        )
  const say = (name: string, args: JsonObject): PhoneEvent | undefined => {
    calls += 1
    const call = { id: `t${calls}`, type: 'function' as const, function: { name, arguments: args } }
    const stepped = finish(stepEpisode(setup, state, { tool_calls: [call] }))
    state = stepped.state
    last = stepped.answer
    events.push(...(last.events ?? []))
    return stepped.answer.events?.[0] as PhoneEvent | undefined
  }
  return {
    say,
    form: (fields: readonly string[]) => say('auth_info_form', { fields }),
    call: (department: string, service: string, given: FieldValues = {}, besides: Besides = {}) =>
      say('phone_call', {
        phone_number: findLine(WORLD, department).department.phone_number,
        service,
        auth_info: given as JsonObject,
        ...(besides.unavailable === undefined ? {} : { unavailable: [...besides.unavailable] }),
        ...(besides.reference === undefined ? {} : { reference_number: besides.reference }),
      }),
    last: (): StepAnswer => {
      if (last === undefined) throw new Error('nothing was said yet')
      return last
    },
    text: (): string => last?.messages.map(({ content }) => content).join('\n') ?? '',
    parts: (): Readonly<Record<string, number>> => last?.parts ?? {},
    total: (): number => state.total,
    /** Minutes since the beginning. */
    minutes: (): number => Number(state.worldState.minutes),
    end: (): End | undefined => state.end,
    /** Ends the episode as a client does. */
    close: (): StepAnswer => endEpisode(setup, state, 'client_closed').answer,
    critique: (answer: StepAnswer): string => critiqueOf(answer),
  }
}

/** The fields to ask for, the details to tell, and the service to ask for at each department. */
export const solutionOf = (task: PhoneTask) => {
  const { tells, values, missing } = task.customer
  const fields = neededFields(task, WORLD)
  const known = [...fields.filter((field) => !missing.includes(field)), ...(tells ? [tells] : [])]
  return {
    fields,
    values: Object.fromEntries(known.map((field) => [field, values[field]])) as FieldValues,
    service: (department: string): string => serviceWanted(task, department) ?? CLEARANCE,
  }
}
