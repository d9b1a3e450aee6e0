import type { JsonObject } from '../../sim/json.ts'
import { stream } from '../../sim/random.ts'
import { fitting } from '../../tools/complaint.ts'
import type { ToolSchema } from '../../tools/tool.ts'
import { type EpisodeSetup, endEpisode, limitsOf } from '../episode.ts'
import type { Action } from '../message.ts'
import { type EffectScript, noOutsideWorld, type Playthrough, playthrough } from '../playthrough.ts'
import type { AnyEnvironment } from '../plugin.ts'
import type { Conversation } from '../public-event.ts'
import { settingsFor, toolSchemasIn } from '../settings.ts'
import type { BaseTask } from '../task-data.ts'
import { sampledTurns } from '../usual-players.ts'
import type { Glimpse } from './reading.ts'

export type AnyTask = BaseTask & JsonObject

/** Where adversaries play: an environment with one world and the settings of its episodes. */
export interface Arena {
  readonly environment: AnyEnvironment
  readonly world: JsonObject
  /** As they were asked for: some may leave to the task what they are. */
  readonly settings: JsonObject
  readonly tools: readonly ToolSchema[]
  readonly effects: EffectScript
  /** The text of the world's own modules, where it is at hand: passwords are looked for in it. */
  readonly source?: string
}

export function arenaOf(
  environment: AnyEnvironment,
  world: JsonObject,
  options: {
    readonly settings?: JsonObject
    readonly effects?: EffectScript
    /** One of those that are played, where the tools hang on the task. */
    readonly like?: AnyTask | undefined
    readonly source?: string | undefined
  } = {},
): Arena {
  const { settings: given = {}, effects = noOutsideWorld(environment), like, source } = options
  const settings = fitting(environment.settings.schema, given, 'the settings')
  const chosen = like === undefined ? settings : settingsFor(environment, settings, like)
  const tools = toolSchemasIn({ environment, settings: chosen })
  return {
    environment,
    world,
    settings,
    tools,
    effects,
    ...(source === undefined ? {} : { source }),
  }
}

/** How one episode of an adversary went. */
export interface Result {
  readonly success: boolean
  /** In thousandths. */
  readonly total: number
}

/** A player that has seen nothing but the conversation and the tools. */
export type Player = (glimpse: Glimpse) => Action | undefined

/** How an episode begins there: settings that leave something to the task are those of the task. */
export function setupIn(
  arena: Pick<Arena, 'environment' | 'world' | 'settings'>,
  task: AnyTask,
): EpisodeSetup {
  const { environment, world } = arena
  const settings = settingsFor(environment, arena.settings, task)
  return {
    environment,
    task,
    world,
    settings,
    seeds: [{ from_step: 0, seed: task.seed }],
    limits: limitsOf(environment, task, settings),
  }
}

/** Plays one episode; whoever has no next turn closes it. */
export function playIn(arena: Arena, task: AnyTask, player: Player): Result {
  const setup = setupIn(arena, task)
  const { tools, effects } = arena
  return resultOf(
    setup,
    playthrough(setup, (seen) => player({ ...seen, tools }), effects),
  )
}

/** Plays turns that are known beforehand, and closes. */
export function playActions(arena: Arena, task: AnyTask, actions: readonly Action[]): Result {
  const setup = setupIn(arena, task)
  return resultOf(
    setup,
    playthrough(setup, (_, { step }) => actions[step], arena.effects),
  )
}

/** What a play came to, closed from outside where it was not over. */
export function resultOf(setup: EpisodeSetup, { states, answers }: Playthrough): Result {
  const last = states.at(-1)
  if (last === undefined) throw new Error('an episode has at least its opening')
  if (last.end !== undefined) {
    return { success: answers.at(-1)?.metrics?.success === 1, total: last.total }
  }
  const { state, answer } = endEpisode(setup, last, 'client_closed')
  return { success: answer.metrics?.success === 1, total: state.total }
}

/** The environment's plausible next turns, the same ones whenever a conversation is as long. */
export const samplesIn =
  ({ environment }: Arena) =>
  (seen: Conversation): readonly Action[] =>
    sampledTurns(environment, seen, stream(0, seen.transcript.length, 'sample'))
