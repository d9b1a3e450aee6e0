import { z } from 'zod'
import type { Json, JsonObject } from '../../sim/json.ts'
import { getChecker } from '../../tools/checker.ts'
import type { EffectAnswer } from '../../tools/effect.ts'
import { jsonObject } from '../../tools/json-object.ts'
import { WorldFailure, WorldLate, WorldUnavailable } from '../failure.ts'

/** A foreign environment's answer, as the performer returns it. */
const playedSchema = z.strictObject({
  /** The session at the foreign server. */
  session: z.string(),
  /** Digest of the observation without members that may differ between plays. */
  digest: z.string(),
  observation: jsonObject,
  reward: z.number().nullable(),
  done: z.boolean(),
  /** The code of a refusal, or null if the action was played. */
  refused: z.string().nullable(),
})
export type PlayedStep = z.infer<typeof playedSchema>

/** @throws WorldFailure, WorldLate, WorldUnavailable */
export function readPlayed(call: 'reset' | 'step', answer: EffectAnswer): PlayedStep {
  if (answer.status === 'failed') {
    const { reason, message } = answer
    if (reason === 'unavailable') throw new WorldUnavailable(message)
    if (reason === 'timeout') throw new WorldLate(`openenv/late in ${call}: ${message}`)
    throw new WorldFailure(message)
  }
  const checked = getChecker(playedSchema).safeParse(answer.output)
  if (checked.success) return checked.data
  throw new WorldFailure(`openenv/answer in ${call}: it is none of the performer`)
}

/** Members that may hold the text. If there are messages, the others may never change. */
const TEXTS = ['text', 'messages', 'prompt', 'question', 'result', 'message', 'output'] as const

const FOR_TRAINERS = ['metadata', 'reward', 'done']

/** An observation for the model: its text if it has one, otherwise all visible members. */
export function observationText(observation: JsonObject, hidden: readonly string[]): string {
  const left = new Set([...FOR_TRAINERS, ...hidden])
  const visible = Object.entries(observation).filter(
    ([name, value]) => !left.has(name) && value !== null,
  )
  const visibleMembers: JsonObject = Object.fromEntries(visible)
  const error = errorText(visibleMembers.error)
  if (error !== undefined) return error
  for (const name of TEXTS) {
    const text = plainText(visibleMembers[name]) ?? spoken(visibleMembers[name])
    if (text !== undefined) return text
  }
  return visible.length === 0 ? 'The environment is ready.' : JSON.stringify(visibleMembers)
}

/** Text, or the text blocks that a tool of MCP answers with. */
function plainText(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const { content, data } = value as JsonObject
  return plainText(data) ?? spoken(content) ?? JSON.stringify(value)
}

function spoken(list: Json | undefined): string | undefined {
  if (!Array.isArray(list) || list.length === 0) return undefined
  const texts = list.map((value: Json) => {
    const { content, text } = (
      typeof value === 'object' && value !== null ? value : {}
    ) as JsonObject
    return typeof content === 'string' ? content : typeof text === 'string' ? text : undefined
  })
  return texts.every((text) => text !== undefined) ? texts.join('\n\n') : undefined
}

function errorText(error: Json | undefined): string | undefined {
  if (error === null || error === undefined || error === '') return undefined
  const { error_type: type } = (typeof error === 'object' ? error : {}) as JsonObject
  return `The environment did not carry this out${typeof type === 'string' ? ` (${type})` : ''}.`
}
