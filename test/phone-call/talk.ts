import type { End } from '../../src/env/end.ts'
import { endEpisode, openEpisode, type StepAnswer, stepEpisode } from '../../src/env/episode.ts'
import { neededFields } from '../../src/env/phone-call/state.ts'
import type { JsonObject } from '../../src/sim/json.ts'
import { businessOf } from '../../src/sim/phone/businesses.ts'
import type { Field } from '../../src/sim/phone/tables/fields.ts'
import type { PhoneTask } from '../../src/sim/phone/task.ts'
import { generateSplit } from '../../src/sim/phone/tasks.ts'
import { lineOf } from '../../src/sim/phone/world.ts'
import { finish, setupOf, WORLD } from './driver.ts'

/** Tasks that most tests draw from. */
export const TASKS = generateSplit(WORLD, 'train', 100)

/** The first task of a level. */
export function taskOfLevel(level: number): PhoneTask {
  const task = TASKS.find(({ difficulty }) => difficulty === level)
  if (task === undefined) throw new Error(`no task of level ${level}`)
  return task
}

/** What solves a task. */
export const solutionOf = (task: PhoneTask, world = WORLD) => ({
  fields: neededFields(task, world),
  request: (department: string | undefined): string => {
    const goal = task.goals.find((one) => one.department === department)
    if (goal !== undefined) return `Please ${businessOf(goal.business).phrases[0]}`
    return `A clearance from ${lineOf(world, department ?? '').department.name}`
  },
})

/** An episode to be played one tool call at a time. */
export function talk(task: PhoneTask, settings: JsonObject = {}, world = WORLD) {
  const setup = setupOf(task, world, settings)
  let { state } = finish(openEpisode(setup))
  let calls = 0
  const say = (name: string, args: JsonObject): string => {
    calls += 1
    const call = {
      id: `t${calls}`,
      type: 'function' as const,
      function: { name, arguments: JSON.stringify(args) },
    }
    const stepped = finish(stepEpisode(setup, state, { tool_calls: [call] }))
    state = stepped.state
    return stepped.answer.messages.map(({ content }) => content).join('\n')
  }
  return {
    say,
    form: (fields: readonly string[]): string => say('auth_info_form', { fields }),
    call: (
      department: string,
      request: string,
      given: Readonly<Partial<Record<Field, string>>>,
      reference?: string,
    ): string =>
      say('phone_call', {
        phone_number: lineOf(world, department).department.phone_number,
        request,
        auth_info: given,
        ...(reference === undefined ? {} : { reference_number: reference }),
      }),
    close: (): StepAnswer => {
      const closed = endEpisode(setup, state, 'client_closed')
      state = closed.state
      return closed.answer
    },
    parts: (): Readonly<Record<string, number>> => state.parts,
    total: (): number => state.total,
    end: (): End | undefined => state.end,
  }
}
