import type { JsonObject } from '../../sim/json.ts'
import { stream } from '../../sim/random.ts'
import { parseFitting } from '../../tools/complaint.ts'
import type { ToolSchema } from '../../tools/tool.ts'
import type { Action } from '../message.ts'
import {
  type PlayResult,
  type Playthrough,
  playResult,
  playthrough,
  setupIn,
} from '../playthrough.ts'
import type { AnyEnvironment } from '../plugin.ts'
import type { Conversation } from '../public-event.ts'
import { toolSchemasIn } from '../settings.ts'
import type { BaseTask } from '../task-data.ts'
import { sampledTurns } from '../usual-players.ts'
import type { PlayerView } from './transcript-parts.ts'

export type AnyTask = BaseTask & JsonObject

/** The setting for adversaries: an environment with one world and its episode settings. */
export interface Arena {
  readonly environment: AnyEnvironment
  readonly world: JsonObject
  readonly settings: JsonObject
  readonly tools: readonly ToolSchema[]
  /** The source of the world's modules, if available, to search for passwords. */
  readonly source?: string
}

export function createArena(
  environment: AnyEnvironment,
  world: JsonObject,
  options: { readonly settings?: JsonObject; readonly source?: string | undefined } = {},
): Arena {
  const { settings: requestedSettings = {}, source } = options
  const settings = parseFitting(environment.settings.schema, requestedSettings, 'the settings')
  const tools = toolSchemasIn({ environment, settings })
  return { environment, world, settings, tools, ...(source === undefined ? {} : { source }) }
}

/** A player that sees only the conversation and the tools. */
export type ViewPlayer = (glimpse: PlayerView) => Action | undefined

/** Plays one episode. A player without a next turn closes it. */
export function playIn(arena: Arena, task: AnyTask, player: ViewPlayer): PlayResult {
  const setup = setupIn(arena, task)
  const play = playthrough(setup, (conversation) => player({ ...conversation, tools: arena.tools }))
  return playResult(setup, play)
}

/** Plays fixed turns. */
export const playTurns = (arena: Arena, task: AnyTask, turns: readonly Action[]): Playthrough =>
  playthrough(setupIn(arena, task), (_, { step }) => turns[step])

/** Plays fixed turns, then closes. */
export const playActions = (arena: Arena, task: AnyTask, turns: readonly Action[]): PlayResult =>
  playResult(setupIn(arena, task), playTurns(arena, task, turns))

/** The environment's plausible next turns. Their random draws depend on the length alone. */
export const samplesIn =
  ({ environment }: Arena) =>
  (conversation: Conversation): readonly Action[] =>
    sampledTurns(environment, conversation, stream(0, conversation.transcript.length, 'sample'))
