import type { Outcome } from '../../src/env/environment.ts'
import {
  type EpisodeSetup,
  type EpisodeState,
  endEpisode,
  limitsOf,
  openEpisode,
  type Play,
  type StepAnswer,
  stepEpisode,
} from '../../src/env/episode.ts'
import type { Action, Transcript } from '../../src/env/message.ts'
import { phoneCallEnvironment } from '../../src/env/phone-call/index.ts'
import type { Policy } from '../../src/policies/policy.ts'
import type { JsonObject } from '../../src/sim/json.ts'
import { generateWorld } from '../../src/sim/phone/companies.ts'
import type { PhoneTask } from '../../src/sim/phone/task.ts'
import type { PhoneWorld } from '../../src/sim/phone/world.ts'
import { stream } from '../../src/sim/random.ts'

/** The world that tests play in: not the shipped one, so that nothing fits that one only. */
export const WORLD: PhoneWorld = generateWorld(7, 100)

/** One finished rollout, as tests look at it. */
export interface Rollout {
  readonly transcript: Transcript
  readonly answers: readonly StepAnswer[]
  readonly state: EpisodeState
  readonly success: boolean
  /** In thousandths. */
  readonly total: number
  readonly critique: string
}

/** Everything fixed about an episode on a task of the phone world. */
export function setupOf(
  task: PhoneTask,
  world: PhoneWorld,
  settings: JsonObject = {},
): EpisodeSetup {
  const parsed = phoneCallEnvironment.settingsSchema.parse(settings)
  const plainTask = task as unknown as EpisodeSetup['task']
  return {
    environment: phoneCallEnvironment,
    task: plainTask,
    world: world as unknown as JsonObject,
    settings: parsed,
    seeds: [{ from_step: 0, seed: task.seed }],
    limits: limitsOf(phoneCallEnvironment, plainTask, parsed),
  }
}

/** Runs a kernel generator that asks for no effects. */
export function finish<Result>(play: Play<Result>): Result {
  const result = play.next()
  if (result.done !== true) throw new Error('the phone world asks for no effects')
  return result.value
}

export type Player = (transcript: Transcript, step: number) => Action | undefined

/** Plays an episode to its end; a player without a next turn closes it. */
export function playOut(setup: EpisodeSetup, player: Player): Rollout {
  const opened = finish(openEpisode(setup))
  let state = opened.state
  const transcript: Transcript[number][] = [...opened.messages]
  const answers: StepAnswer[] = []
  while (state.end === undefined) {
    const action = player(transcript, state.step + 1)
    const stepped =
      action === undefined
        ? endEpisode(setup, state, 'client_closed')
        : finish(stepEpisode(setup, state, action))
    if (action !== undefined) transcript.push(assistant(action))
    transcript.push(...stepped.answer.messages)
    answers.push(stepped.answer)
    state = stepped.state
  }
  const metrics = answers.at(-1)?.metrics ?? {}
  const success = metrics.success === 1
  const outcome: Outcome = { end: state.end, success, metrics }
  const critique = setup.environment.critique(transcript, outcome)
  return { transcript, answers, state, success, total: state.total, critique }
}

function assistant(action: Action): Transcript[number] {
  if ('text' in action) return { role: 'assistant', content: action.text }
  const { content, tool_calls: calls } = action
  const message = { role: 'assistant', content: content ?? '' } as const
  return calls === undefined ? message : { ...message, tool_calls: calls }
}

/** A policy as a player; async policies do not occur in these tests. */
export function asPlayer(policy: Policy, task: PhoneTask, world: PhoneWorld, seed = 1): Player {
  const hidden = {
    task: task as unknown as EpisodeSetup['task'],
    world: world as unknown as JsonObject,
  }
  return (transcript, step) =>
    policy.act({
      environment: phoneCallEnvironment.id,
      transcript,
      tools: [],
      random: stream(seed + task.index, step, 'policy'),
      ...(policy.needsHidden ? { hidden } : {}),
    }) as Action
}

/** The player who knows everything. */
export function oraclePlayer(setup: EpisodeSetup): Player {
  return (transcript) => setup.environment.solve(setup.task, setup.world, transcript)
}
