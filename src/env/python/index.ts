import { z } from 'zod'
import type { Json, JsonObject } from '../../sim/json.ts'
import type { RandomStream } from '../../sim/random.ts'
import type { EffectAnswer, EffectRequest } from '../../tools/effect.ts'
import type { ToolSignature } from '../../tools/tool.ts'
import {
  type AnyEnvironment,
  type BaseTask,
  type Context,
  defineEnvironment,
  type Outcome,
} from '../environment.ts'
import { WorldFailure } from '../failure.ts'
import { CRITIQUE_CHARACTERS_MAX } from '../group-critic.ts'
import type { Action, Transcript } from '../message.ts'
import { type PythonDescription, type PythonWorld, pythonWorldSchema } from './description.ts'
import { readSchema } from './schema.ts'
import { type PythonState, type PythonTransition, transitionReader } from './transition.ts'

/** A task of a world in Python: its own matter, and what may be listed of it, made at load. */
export type PythonTask = BaseTask & JsonObject & { readonly public: JsonObject }

/** Asks a world something on the spot: where nobody else waits, as in conformance. */
export type AskPython = (call: string, given: JsonObject) => EffectAnswer

type Settings = JsonObject
type Around = Context<PythonTask, PythonWorld, Settings>

const SEED_MAX = 2 ** 31 - 1

const TASK_MEMBERS = {
  id: z.string(),
  split: z.string(),
  index: z.int(),
  seed: z.int(),
  difficulty: z.int().min(1),
}
const jsonObject = z.record(z.string(), z.json())

/**
 * The environment of a world in Python. Its steps are effects, which workers perform; what players
 * and critics ask needs `ask`.
 *
 * @throws WorldFailure if its schemas cannot be used
 */
export function pythonEnvironment(
  description: PythonDescription,
  ask: AskPython = notHere,
): AnyEnvironment {
  const { limits, reward, nudge, final_answers: takesAnswers, blind_play: blind } = description
  const readTransition = transitionReader(description)
  const asked = <Value>(call: string, given: JsonObject, schema: z.ZodType<Value>): Value => {
    const answer = ask(call, given)
    if (answer.status === 'failed') throw new WorldFailure(answer.message)
    return schema.parse(answer.output)
  }
  function* play(call: string, context: Around, more: JsonObject = {}): Playing {
    const request = { ...requestOf(description, call, context.step), attached: { ...more } }
    Object.assign(request.attached, contextOf(context))
    return readTransition(call, yield request)
  }
  return defineEnvironment<PythonTask, PythonWorld, Settings, PythonState>({
    id: description.id,
    title: description.title,
    description: description.description,
    taskSchema: taskSchema(description),
    worldSchema: pythonWorldSchema,
    settingsSchema: readSchema(description.settings_schema, 'settings') as z.ZodType<Settings>,
    limits: {
      turnsMax: limits.turns_max,
      toolCallsPerTurnMax: limits.tool_calls_per_turn_max,
      actionCharactersMax: limits.action_characters_max,
    },
    tools: description.tools.map(toolOf),
    turnRules: {
      nudge,
      ...(takesAnswers ? { isFinalAnswer: (_, content) => content.trim() !== '' } : {}),
    },
    metrics: description.metrics,
    reward,
    usesSeed: description.uses_seed,
    isPlayedElsewhere: true,
    open: (context) => play('open', context),
    step: ({ state }, turn, context) =>
      play('step', context, { state, turn: turn as unknown as JsonObject }),
    score: ({ parts, closing }, { closed }) => (closed ? closing.parts : parts),
    measure: ({ closing }) => closing.metrics,
    *critique(transcript, outcome) {
      const answer = yield {
        ...requestOf(description, 'critique', transcript.length),
        attached: { transcript: jsonOf(transcript), outcome: jsonOf(outcome) },
      }
      // A group goes on without it; why it failed stands in the log of the server.
      return answer.status === 'failed' ? '' : critiqueText.parse(answer.output)
    },
    publicTask: ({ id, split, index, difficulty, public: listed }) => ({
      ...listed,
      id,
      split,
      index,
      difficulty,
    }),
    hiddenVariant(task, _, seed) {
      const given = { task: withoutListing(task), seed }
      const variant = asked('hidden_variant', given, taskSchema(description).nullable())
      if (variant === null) return undefined
      return { task: variant, revealed: ({ revealed }) => revealed }
    },
    solve: (task, _, transcript) =>
      asked('solve', { task: withoutListing(task), transcript: jsonOf(transcript) }, action),
    sampleActions: (transcript: Transcript, random: RandomStream) => {
      const given = { transcript: jsonOf(transcript), seed: random.integer(0, SEED_MAX) }
      return asked('sample_actions', given, z.array(action).min(1))
    },
    ...(blind === null ? {} : { floor: () => floorOf(blind) }),
  })

  function floorOf({ plan, is_the_task: isTheTask }: NonNullable<typeof blind>) {
    const wins = (task: PythonTask): boolean =>
      asked('blind_win', { task: withoutListing(task) }, z.boolean())
    return { plan, isTheTask, holds: 'each_task' as const, wins }
  }
}

type Playing = Generator<EffectRequest, PythonTransition, EffectAnswer>

const critiqueText = z
  .string()
  .transform((text) => text.slice(0, CRITIQUE_CHARACTERS_MAX))
  .catch('')

/** The form of an action; the kernel reads what stands in it. */
const action = z.record(z.string(), z.json()) as unknown as z.ZodType<Action>

const jsonOf = (value: Transcript | Outcome): Json => value as unknown as Json

const requestOf = ({ id, digest }: PythonDescription, call: string, step: number) => ({
  kind: 'python',
  profile: id,
  input: { call, digest, step },
})

function contextOf(context: Around): JsonObject {
  const { task, settings, step, conduct, lastTurn, random } = context
  return {
    task: withoutListing(task),
    settings,
    step,
    conduct: {
      turns: conduct.turns,
      tool_calls: conduct.toolCalls,
      malformed_calls: conduct.malformedCalls,
      nudges: conduct.nudges,
    },
    last_turn: lastTurn,
    seed: random('python').integer(0, SEED_MAX),
  }
}

function withoutListing({ public: _, ...task }: PythonTask): JsonObject {
  return task
}

function notHere(call: string): EffectAnswer {
  const message = `python/not_here: ${call} is asked where the world's workers are not started`
  return { status: 'failed', reason: 'refused', message }
}

function taskSchema({ task_schema }: PythonDescription): z.ZodType<PythonTask> {
  const own = Object.keys(task_schema.properties)
  if (own.length === 0) {
    return z.looseObject({
      ...TASK_MEMBERS,
      public: jsonObject,
    }) as unknown as z.ZodType<PythonTask>
  }
  const matter = readSchema(task_schema, 'task_schema')
  if (!(matter instanceof z.ZodObject)) throw new WorldFailure('python/schema: task_schema')
  return z.strictObject({ ...matter.shape, ...TASK_MEMBERS, public: jsonObject }) as never
}

function toolOf(described: PythonDescription['tools'][number]): ToolSignature {
  const { name, description, parameters } = described
  return { name, description, parameters: readSchema(parameters, `tool ${name}`) }
}
