import { loadDataSets } from '../../src/datasets/load.ts'
import type { AnyEnvironment } from '../../src/env/environment.ts'
import { limitsOf } from '../../src/env/episode.ts'
import { mathFeedbackEnvironment } from '../../src/env/math-feedback/index.ts'
import { studentPlayer } from '../../src/env/math-feedback/players/student.ts'
import type { Action } from '../../src/env/message.ts'
import { phoneCallEnvironment } from '../../src/env/phone-call/index.ts'
import { habitPlayer } from '../../src/env/phone-call/players/habit.ts'
import type { Player } from '../../src/env/player.ts'
import { playthrough } from '../../src/env/playthrough.ts'
import type { JsonObject } from '../../src/sim/json.ts'
import { stream } from '../../src/sim/random.ts'
import { toolSchema } from '../../src/tools/tool.ts'

/** An episode that is known from beginning to end, for load generators that must not think. */
export interface Play {
  readonly env: string
  readonly split: string
  readonly index: number
  /** The JSON text of each action. */
  readonly actions: readonly string[]
}

/** A source of plays, and how their turns are made up. */
export interface PlayBook {
  /** The play of a number; numbers beyond the book begin again. */
  play(number: number): Play
  readonly mix: string
}

const TASKS = 200

/**
 * Phone calls as a trained agent plays them: search the directory, fill the form, call, react. The
 * habit player sees the conversation only, so its episodes are as long as those of real rollouts.
 */
export const phonePlays = (): PlayBook => bookOf(phoneCallEnvironment, 'habit', habitPlayer())

/** Problems as a student works them: it shows its answer to the rule tutor, and revises. */
export const mathPlays = (): PlayBook =>
  bookOf(mathFeedbackEnvironment, 'student', studentPlayer({ slips: 0.6, asks: 1, follows: 0.7 }))

function bookOf(environment: AnyEnvironment, name: string, player: Player): PlayBook {
  const dataSet = loadDataSets('data').find((set) => set.environment === environment.id)
  if (dataSet === undefined) throw new Error(`there is no data of ${environment.id} in data/`)
  const { world } = dataSet
  const settings = environment.settingsSchema.parse({})
  const tools = environment.tools.map((tool) => toolSchema(tool))
  const counts = new Map<string, number>()
  const plays = Array.from({ length: TASKS }, (_, index): Play => {
    const task = dataSet.task('train', index)
    if (task === undefined) throw new Error(`there is no train task ${index}`)
    const seeds = [{ from_step: 0, seed: task.seed }]
    const limits = limitsOf(environment, task, settings)
    const actions: string[] = []
    const setup = { environment, task, world, settings, seeds, limits }
    const hidden = { task, world: world as JsonObject }
    playthrough(setup, (transcript, { step }) => {
      const random = stream(index, step, 'bench-play')
      const action = player.act({ environment: environment.id, transcript, tools, random, hidden })
      actions.push(JSON.stringify(action))
      for (const tool of toolsOf(action)) counts.set(tool, (counts.get(tool) ?? 0) + 1)
      return action
    })
    return { env: environment.id, split: 'train', index, actions }
  })
  const mix = `${environment.id}, ${name}, ${mixOf(plays, counts)}`
  return { play: (number) => plays[number % TASKS] as Play, mix }
}

function toolsOf(action: Action): string[] {
  const calls = 'tool_calls' in action ? action.tool_calls : undefined
  return calls?.map((call) => call.function.name) ?? ['words only']
}

function mixOf(plays: readonly Play[], counts: ReadonlyMap<string, number>): string {
  const steps = plays.reduce((sum, { actions }) => sum + actions.length, 0)
  const calls = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const shares = [...counts].map(
    ([name, count]) => `${name} ${Math.round((100 * count) / calls)} %`,
  )
  return `${(steps / plays.length).toFixed(1)} turns: ${shares.join(', ')}`
}
