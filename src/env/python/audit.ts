import { z } from 'zod'
import type { Json, JsonObject } from '../../sim/json.ts'
import { describeMismatch } from '../../tools/complaint.ts'
import type { EffectAnswer } from '../../tools/effect.ts'
import type { Audit } from '../audit.ts'
import { WorldFailure } from '../failure.ts'
import type { Action } from '../message.ts'
import type { Conversation } from '../public-event.ts'
import type { PythonDescription, PythonWorld } from './description.ts'
import { type PythonTask, pythonTaskSchema, withoutListing } from './task.ts'
import { ANSWER, type PythonState, toFailure } from './transition.ts'

/** Calls a world synchronously, for programs without other callers, such as conformance. */
export type AskPython = (call: string, args: JsonObject) => EffectAnswer

type PythonAudit = Audit<PythonTask, PythonWorld, JsonObject, PythonState>

/** Largest seed that a world is given. */
export const SEED_MAX = 2 ** 31 - 1

/** The form of an action. The kernel reads its content. */
const action = z.record(z.string(), z.json()) as unknown as z.ZodType<Action>

/** The functions of a world behind the members of its audit. */
const NAMES = {
  hiddenVariant: 'hidden_variant',
  solve: 'solve',
  sampleActions: 'sample_actions',
} as const

/** The audit of a world. Its functions run in the world's process. */
export function buildAudit(description: PythonDescription, ask: AskPython = refuse): PythonAudit {
  const { blind_play: blind, audit: ownFunctions } = description
  const variant = pythonTaskSchema(description).nullable()
  const callWorld = <Value>(call: string, args: JsonObject, schema: z.ZodType<Value>): Value => {
    const answer = ask(call, args)
    if (answer.status === 'failed') throw toFailure(answer)
    const parsed = schema.safeParse(answer.output)
    if (parsed.success) return parsed.data
    const { text } = describeMismatch(parsed.error, answer.output, ANSWER)
    throw new WorldFailure(`python/answer in ${call}: ${text}`)
  }
  const ofTask = (task: PythonTask) => ({ task: withoutListing(task) })
  const audit: PythonAudit = {
    hiddenVariant(task, _, seed) {
      const changedTask = callWorld('hidden_variant', { ...ofTask(task), seed }, variant)
      if (changedTask === null) return undefined
      return { task: changedTask, revealed: ({ revealed }) => revealed }
    },
    solve: (task, _, conversation) =>
      callWorld('solve', { ...ofTask(task), ...toJson(conversation) }, action),
    sampleActions(conversation, random) {
      const args = { ...toJson(conversation), seed: random.integer(0, SEED_MAX) }
      return callWorld('sample_actions', args, z.array(action).min(1))
    },
  }
  const members = Object.entries(NAMES).filter(([, name]) => ownFunctions?.includes(name) ?? true)
  return {
    ...Object.fromEntries(members.map(([member]) => [member, audit[member as keyof typeof NAMES]])),
    ...(blind === null ? {} : { floor: () => toFloor(blind) }),
  }

  function toFloor({ plan, is_the_task: isTheTask, pay }: NonNullable<typeof blind>) {
    const wins = (task: PythonTask) => callWorld('blind_win', ofTask(task), z.boolean())
    const declared = pay === undefined ? {} : { pay }
    return { plan, isTheTask, ...declared, holds: 'each_task' as const, wins }
  }
}

const toJson = ({ transcript, events }: Conversation): JsonObject => ({
  transcript: transcript as unknown as Json,
  events,
})

function refuse(call: string): EffectAnswer {
  const message = `python/not_here: ${call} is asked where the world's workers are not started`
  return { status: 'failed', reason: 'refused', message }
}
