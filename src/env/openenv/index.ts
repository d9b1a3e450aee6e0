import { z } from 'zod'
import type { JsonObject } from '../../sim/json.ts'
import type { Work } from '../../tools/effect.ts'
import { system, toolAnswer, user } from '../message.ts'
import { type AnyEnvironment, definePlugin } from '../plugin.ts'
import { describedTool } from '../python/schema.ts'
import { type BaseTask, numberedTask, taskSchema } from '../task-data.ts'
import { next, type Transition, terminated } from '../transition.ts'
import type { Turn } from '../turn.ts'
import { observationText, type PlayedStep, readPlayed } from './answer.ts'
import { type Foreign, type ForeignWorld, foreignWorldSchema } from './description.ts'

type Task = BaseTask & { readonly reset: JsonObject }

/** An episode at a foreign server, with everything that a replay there needs. */
type State = {
  readonly session: string
  readonly reset: JsonObject
  readonly actions: readonly JsonObject[]
  /** Of the answers to the reset and to each action. */
  readonly digests: readonly string[]
  /** Sum of rewards in thousandths, each rounded, and the sum as it came. */
  readonly total: number
  readonly raw: number
  readonly refused: number
  readonly done: boolean
}

const resetSchema = taskSchema({
  reset: z.record(z.string(), z.json()),
}) as unknown as z.ZodType<Task>

/** An environment at another OpenEnv server. Its steps are effects, and logs store its answers. */
export function foreignEnvironment(described: Foreign): AnyEnvironment {
  const world: ForeignWorld = { kind: 'openenv', format: 1, description: described }
  const tools = described.tools.map(describedTool)
  const { reward } = described
  return definePlugin<Task, ForeignWorld, unknown, State>({
    environment: {
      id: described.id,
      card: { title: described.title, description: described.description, ...ITS_OWN },
      limits: {
        turnsMax: described.turns_max,
        toolCallsPerTurnMax: 1,
        actionCharactersMax: 100_000,
      },
      tools,
      turnRules: {
        nudge: 'Please act by calling one of the tools.',
        ...(described.text_member === null
          ? {}
          : { isFinalAnswer: (_, content) => content.trim() !== '' }),
      },
      metrics: ['success', 'raw_reward', 'refused_actions'],
      reward: { parts: ['reward'], minimum: reward.minimum, maximum: reward.maximum },
      playedBy: 'upstream',
      *open({ task }) {
        const input = { call: 'reset', reset: task.reset }
        const playedStep = readPlayed(
          'reset',
          yield { kind: 'openenv', profile: described.id, input },
        )
        const { session, digest, observation } = playedStep
        const empty = { actions: [], total: 0, raw: 0, refused: 0, done: playedStep.done }
        const instructions = described.instructions === '' ? [] : [system(described.instructions)]
        return {
          state: { session, reset: task.reset, digests: [digest], ...empty },
          messages: [...instructions, user(observationText(observation, described.hidden))],
        }
      },
      step: (state, turn) => playStep(described, state, turn),
      score: ({ total }) => ({ reward: bounded(total, reward) }),
      measure: ({ total, raw, refused }) => ({
        success: total >= reward.success ? 1 : 0,
        raw_reward: raw,
        refused_actions: refused,
      }),
    },
    data: {
      taskSchema: resetSchema,
      world: { schema: foreignWorldSchema, parse: () => world },
      builtIn: buildTaskData(described),
    },
  })
}

const ITS_OWN = { licence: 'that of the environment', origin: 'played at another server' }
const bounded = (total: number, { minimum, maximum }: Foreign['reward']): number =>
  Math.min(maximum, Math.max(minimum, total))

function* playStep(described: Foreign, state: State, turn: Turn): Work<Transition<State>> {
  const rejected = turn.calls
    .filter((given) => given.status === 'rejected')
    .map((given) => toolAnswer(given, given.explanation))
  const call = turn.calls.find((given) => given.status === 'valid')
  const action = toForeignAction(described, turn)
  if (action === undefined) return next(state, rejected)
  const { session, reset, actions, digests } = state
  const playedStep = readPlayed(
    'step',
    yield {
      kind: 'openenv',
      profile: described.id,
      input: { call: 'step', session, step: actions.length + 1, action },
      attached: { reset, actions, digests },
    },
  )
  const text =
    playedStep.refused === null
      ? observationText(playedStep.observation, described.hidden)
      : refusal(playedStep.refused)
  const observed = call === undefined ? user(text) : toolAnswer(call, text)
  const nextState = afterwards(state, action, playedStep)
  const messages = [observed, ...rejected]
  if (!nextState.done) return next(nextState, messages)
  return terminated(
    nextState,
    messages,
    nextState.total >= described.reward.success ? 'completed' : 'failed',
  )
}

const refusal = (code: string): string =>
  `The environment did not take this action (${code}): give it the form that the tool describes.`

/** An action that was refused has changed nothing there, and is not sent again. */
function afterwards(state: State, action: JsonObject, playedStep: PlayedStep): State {
  const { session, digest, done } = playedStep
  if (playedStep.refused !== null) return { ...state, session, refused: state.refused + 1 }
  const reward = playedStep.reward ?? 0
  return {
    ...state,
    session,
    done,
    actions: [...state.actions, action],
    digests: [...state.digests, digest],
    total: state.total + Math.round(reward * 1000),
    raw: state.raw + reward,
  }
}

/** What a turn does there; undefined for one that does nothing. */
function toForeignAction(
  { kind, text_member: member }: Foreign,
  turn: Turn,
): JsonObject | undefined {
  const call = turn.calls.find((given) => given.status === 'valid')
  if (call !== undefined) {
    const args = call.arguments as JsonObject
    if (kind === 'action') return args
    return { type: 'call_tool', tool_name: call.name, arguments: args }
  }
  if (turn.calls.length > 0 || member === null || turn.content.trim() === '') return undefined
  return { [member]: turn.content }
}

function buildTaskData({ splits, reset, seed_member: member }: Foreign) {
  return {
    splits: Object.fromEntries(Object.entries(splits).map(([name, { count }]) => [name, count])),
    task: (split: string, index: number): Task => {
      const seed = (splits[split]?.first ?? 0) + index
      const seedMember = member === null ? {} : { [member]: seed }
      return { ...numberedTask(split, index), seed, reset: { ...reset, ...seedMember } }
    },
  }
}
