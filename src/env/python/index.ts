import { z } from 'zod'
import type { Json, JsonObject } from '../../sim/json.ts'
import type { EffectRequest, Work } from '../../tools/effect.ts'
import { CRITIQUE_CHARACTERS_MAX } from '../critics/critic.ts'
import type { Context } from '../environment.ts'
import type { Transcript } from '../message.ts'
import { type AnyEnvironment, definePlugin } from '../plugin.ts'
import type { PublicEvent } from '../public-event.ts'
import type { Outcome } from '../teaching.ts'
import type { Transition } from '../transition.ts'
import type { Turn } from '../turn.ts'
import { type AskPython, buildAudit, SEED_MAX } from './audit.ts'
import {
  type PythonDescription,
  type PythonWorld,
  pythonWorld,
  pythonWorldSchema,
} from './description.ts'
import { describedTool, readSchema } from './schema.ts'
import { type PythonTask, type PythonTasks, pythonTaskSchema, withoutListing } from './task.ts'
import { type PythonState, toFailure, transitionReader } from './transition.ts'

interface PythonOptions {
  /** Absent if workers call the world: then there are no players and no conformance. */
  readonly ask?: AskPython
  /** Absent if only logs are read. */
  readonly tasks?: PythonTasks
}

type Settings = JsonObject
type SettingsSchema = z.ZodType<Settings>
type PythonContext = Context<PythonTask, PythonWorld, Settings>
type PlayedTransition = Work<Transition<PythonState>>

/**
 * The environment of a Python world. Workers perform its steps as effects. Players and conformance
 * need `ask`.
 *
 * @throws WorldFailure if its schemas cannot be used
 */
export function pythonEnvironment(
  description: PythonDescription,
  { ask, tasks }: PythonOptions = {},
): AnyEnvironment {
  const world = pythonWorld(description)
  const { limits, nudge, final_answers: takesAnswers } = description
  const readTransition = transitionReader(description)
  function* play(
    call: string,
    context: PythonContext,
    extraArguments: JsonObject = {},
  ): PlayedTransition {
    const attached = { ...extraArguments, ...contextJson(context) }
    return readTransition(call, yield buildRequest(description, call, context.step, attached))
  }
  function* critique(
    events: readonly PublicEvent[],
    outcome: Outcome,
    transcript: Transcript,
  ): Work<string | undefined> {
    const attached = { events, transcript: asJson(transcript), outcome: asJson(outcome) }
    const answer = yield buildRequest(description, 'critique', transcript.length, attached)
    // A group continues without it. The log of the server has the reason.
    return answer.status === 'failed' ? '' : (critiqueText.parse(answer.output) ?? undefined)
  }
  return definePlugin<PythonTask, PythonWorld, Settings, PythonState>({
    environment: {
      id: description.id,
      card: { title: description.title, description: description.description, ...ITS_OWN_DATA },
      settings: { schema: readSchema(description.settings_schema, 'settings') as SettingsSchema },
      limits: {
        turnsMax: limits.turns_max,
        toolCallsPerTurnMax: limits.tool_calls_per_turn_max,
        actionCharactersMax: limits.action_characters_max,
      },
      tools: description.tools.map(describedTool),
      turnRules: {
        nudge,
        ...(takesAnswers ? { isFinalAnswer: (_, content) => content.trim() !== '' } : {}),
      },
      metrics: description.metrics,
      reward: description.reward,
      usesSeed: description.uses_seed,
      playedBy: 'worker',
      ...(ask === undefined ? {} : { inPlace: { python: previewPerformer(ask) } }),
      open: (context) => play('open', context),
      step: ({ state }, turn, context) => play('step', context, { state, turn: turnJson(turn) }),
      score: ({ parts, closing }, { closed }) => (closed ? closing.parts : parts),
      measure: ({ closing }) => closing.metrics,
    },
    data: {
      taskSchema: pythonTaskSchema(description),
      world: { schema: pythonWorldSchema, parse: () => world },
      ...(tasks === undefined ? {} : { builtIn: tasks }),
      publicTask: ({ public: publicPart }) => publicPart,
    },
    audit: buildAudit(description, ask),
    teaching: (description.teaching?.includes('critique') ?? true) ? { critique } : {},
  })
}

/** Performs steps directly, for conformance and search. A failure is a finding. */
const previewPerformer =
  (ask: AskPython) =>
  ({ call }: JsonObject, attached: JsonObject = {}): Json => {
    const answer = ask(String(call), attached)
    if (answer.status === 'failed') throw toFailure(answer)
    return answer.output
  }

const ITS_OWN_DATA = { licence: 'that of the module', origin: 'made by the module' }

const critiqueText = z
  .string()
  .transform((text) => text.slice(0, CRITIQUE_CHARACTERS_MAX))
  .nullable()
  .catch('')

const asJson = (value: Transcript | Outcome): Json => value as unknown as Json

const buildRequest = (
  { id, digest }: PythonDescription,
  call: string,
  step: number,
  attached: JsonObject,
): EffectRequest => ({ kind: 'python', profile: id, input: { call, digest, step }, attached })

/** A turn as the world gets it. */
const turnJson = ({ content, calls }: Turn): JsonObject => ({
  content,
  calls: calls.map((call): JsonObject => {
    const { id, name, status } = call
    if (call.status === 'rejected') return { id, name, status, explanation: call.explanation }
    return { id, name, status, arguments: call.arguments as JsonObject }
  }),
})

function contextJson({
  task,
  settings,
  step,
  conduct,
  lastTurn,
  random,
}: PythonContext): JsonObject {
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
