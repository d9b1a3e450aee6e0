import { z } from 'zod'
import { type Json, type JsonObject, numbersJson } from '../sim/json.ts'
import type { EffectAnswer, EffectRequest } from '../tools/effect.ts'
import { ATTEMPT_OUTCOMES } from './attempt.ts'
import { DIALECT_NAMES } from './dialects/index.ts'
import type { End } from './end.ts'
import { END_REASONS } from './end.ts'
import type { StepAnswer } from './episode.ts'
import { CONDITIONS, feedbackSchema, GROUP_MODES } from './group.ts'
import type { AttemptShown } from './group-block.ts'
import type { Limits } from './limits.ts'
import { type ListText, listText } from './list-text.ts'
import type { LongText } from './long-texts.ts'
import type { Action, ChatMessage } from './message.ts'
import type { PublicEvent } from './public-event.ts'
import type { BaseTask } from './task-data.ts'

/**
 * Format number of the row payloads below, written into every opening. Programs refuse to play logs
 * of a newer format. Rows have public events from format 2 on.
 */
export const LOG_FORMAT = 2

/** The first format whose rows have all of their public events. */
export const EVENTS_FORMAT = 2

/** An effect: its request and its answer. */
export interface RecordedEffect {
  readonly request: EffectRequest
  readonly answer: EffectAnswer
}

/** Payload of a `stepped` row. Rewards are whole thousandths. */
export interface SteppedPayload extends StepAnswer {
  readonly action: Action
  readonly effects: readonly RecordedEffect[]
  /** The model weights that wrote the action, if the client named them. */
  readonly model_version?: string
}

/** Payload of a `closed` row: an end from outside, with the rewards that it booked. */
export interface ClosedPayload extends StepAnswer {
  /** The kind of failure, and its function if known. Null without a failure. */
  readonly detail: string | null
  /** Set if the client closed the episode because of its own failure. */
  readonly fault?: true
}

export const storedLimits = (limits: Limits): OpenedPayload['limits'] => ({
  turns_max: limits.turnsMax,
  tool_calls_per_turn_max: limits.toolCallsPerTurnMax,
  action_characters_max: limits.actionCharactersMax,
})

export const readLimits = (stored: OpenedPayload['limits']): Limits => ({
  turnsMax: stored.turns_max,
  toolCallsPerTurnMax: stored.tool_calls_per_turn_max,
  actionCharactersMax: stored.action_characters_max,
})

/** The stored text of an answer's members, in the fixed order that makes replays comparable. */
export function steppedPayload(
  action: Action,
  effects: readonly RecordedEffect[],
  answer: StepAnswer,
  version?: string,
): SteppedPayload {
  const payload = { action, effects, ...orderedAnswer(answer) }
  return version === undefined ? payload : { ...payload, model_version: version }
}

export function closedPayload(
  detail: string | null,
  answer: StepAnswer,
  fault = false,
): ClosedPayload {
  const closing = { detail, ...orderedAnswer(answer) }
  return fault ? { ...closing, fault: true } : closing
}

/** The JSON of an answer's longer members, written once for the row and for the caller. */
export interface AnswerTexts {
  readonly messages: ListText
  /** Undefined without events. */
  readonly events: ListText | undefined
}

/** @throws TypeError if a member is not a list or cannot be serialized */
export function answerTexts({ messages, events }: StepAnswer): AnswerTexts {
  return {
    messages: listText('messages', messages),
    events: events === undefined ? undefined : listText('events', events),
  }
}

/** The text of `steppedPayload`, and its long texts in ascending order. */
export function steppedText(
  action: Action,
  effects: readonly RecordedEffect[],
  answer: StepAnswer,
  { messages, events }: AnswerTexts,
  version?: string,
): { readonly payload: string; readonly long: readonly LongText[] } {
  const performed = effects.length === 0 ? '[]' : JSON.stringify(effects)
  const head = `{"action":${JSON.stringify(action)},"effects":${performed},"messages":`
  const long: LongText[] = []
  addShifted(long, messages, head.length)
  let payload = `${head}${messages.json},${outcomeText(answer)}`
  if (events !== undefined) {
    payload += ',"events":'
    addShifted(long, events, payload.length)
    payload += events.json
  }
  payload += version === undefined ? '}' : `,"model_version":${JSON.stringify(version)}}`
  return { payload, long }
}

/** Adds the long texts of a list that begins at this offset. */
function addShifted(all: LongText[], list: ListText, offset: number): void {
  for (const { from, to } of list.long) all.push({ from: from + offset, to: to + offset })
}

/** The members of a row after its messages, without its events; the common step costs less. */
function outcomeText(answer: StepAnswer): string {
  const { reward, parts, end, notes } = answer
  if (end !== undefined || notes !== undefined) {
    return JSON.stringify(toOutcome(answer)).slice(1, -1)
  }
  return `"reward":${reward},"parts":${numbersJson(parts)}`
}

const orderedAnswer = (answer: StepAnswer): StepAnswer => ({
  messages: answer.messages,
  ...toOutcome(answer),
  ...(answer.events === undefined ? {} : { events: answer.events }),
})

/**
 * Writes an answer without messages and events. Uses literals, because composing members would
 * cost as much as the serialization.
 */
function toOutcome({
  reward,
  parts,
  end,
  metrics,
  notes,
}: StepAnswer): Omit<StepAnswer, 'messages' | 'events'> {
  if (end === undefined || metrics === undefined) {
    return notes === undefined ? { reward, parts } : { reward, parts, notes }
  }
  const closing: End = { kind: end.kind, reason: end.reason }
  return notes === undefined
    ? { reward, parts, end: closing, metrics }
    : { reward, parts, end: closing, metrics, notes }
}

const json = z.json() as z.ZodType<Json>
const jsonObject = z.record(z.string(), json) as unknown as z.ZodType<JsonObject>
const numbers = z.record(z.string(), z.number())
const toolCall = z.strictObject({
  id: z.string(),
  type: z.literal('function'),
  function: z.strictObject({ name: z.string(), arguments: z.union([z.string(), jsonObject]) }),
})
const listSchema = <Item>(item: z.ZodType) => z.array(item) as unknown as z.ZodType<readonly Item[]>
const messages = listSchema<ChatMessage>(
  z.strictObject({
    role: z.enum(['system', 'user', 'tool']),
    content: z.string(),
    tool_call_id: z.string().optional(),
    name: z.string().optional(),
  }),
)
const effects = listSchema<RecordedEffect>(
  z.strictObject({
    request: z.strictObject({
      kind: z.string(),
      profile: z.string().optional(),
      input: jsonObject,
    }),
    answer: z.discriminatedUnion('status', [
      z.strictObject({ status: z.literal('answered'), output: json }),
      z.strictObject({
        status: z.literal('failed'),
        reason: z.enum(['timeout', 'unavailable', 'refused', 'invalid']),
        message: z.string(),
      }),
    ]),
  }),
)
const events = listSchema<PublicEvent>(z.looseObject({ kind: z.string() }))
const answer = {
  messages,
  reward: z.int(),
  parts: numbers,
  end: z
    .strictObject({ kind: z.enum(['terminated', 'truncated']), reason: z.enum(END_REASONS) })
    .optional(),
  metrics: numbers.optional(),
  notes: z.array(jsonObject).optional(),
  events: events.optional(),
}

/** Validates a step's payload from outside, such as a JSONL file. */
export const steppedSchema = z.strictObject({
  action: z.union([
    z.strictObject({ text: z.string() }),
    z.strictObject({
      content: z.string().nullish(),
      reasoning_content: z.string().optional(),
      tool_calls: z.array(toolCall).optional(),
    }),
  ]),
  effects,
  ...answer,
  model_version: z.string().optional(),
})

/** Validates a close's payload from outside. */
export const closedSchema = z.strictObject({
  detail: z.string().nullable(),
  ...answer,
  fault: z.literal(true).optional(),
})

/** The group and rollout of an episode. */
const recordedGroup = z.strictObject({
  run: z.string(),
  id: z.string(),
  index: z.int(),
  size: z.int(),
  mode: z.enum(GROUP_MODES),
  generation: z.string(),
  condition: z.enum(CONDITIONS),
  /** The schedule in effect; null without feedback. */
  feedback: feedbackSchema.nullable(),
})
export type RecordedGroup = Readonly<z.infer<typeof recordedGroup>>

/** Checks an opening's payload that comes from outside. */
export const openedSchema = z.strictObject({
  format: z.int(),
  environment: z.string(),
  /** The revision of the environment; logs of older programs have none. */
  revision: z.int().min(1).exactOptional(),
  /** The revision of the dialects; logs of older programs have none. */
  dialects_revision: z.int().min(1).exactOptional(),
  /** The code of the environment, if it was not part of the program. */
  package: z
    .strictObject({ name: z.string(), version: z.string().nullable(), digest: z.string() })
    .exactOptional(),
  task: z.looseObject({
    id: z.string(),
    split: z.string(),
    index: z.int(),
    seed: z.int(),
    difficulty: z.int(),
  }) as unknown as z.ZodType<BaseTask & JsonObject>,
  world_hash: z.string(),
  data_checksum: z.string(),
  settings: jsonObject,
  seeds: z
    .array(z.strictObject({ from_step: z.int(), seed: z.int() }))
    .min(1)
    .readonly(),
  limits: z.strictObject({
    turns_max: z.int(),
    tool_calls_per_turn_max: z.int(),
    action_characters_max: z.int(),
  }),
  labels: z.record(z.string(), z.string()),
  /** SHA-256 of the request that opened it, so that a reused open key is noticed. */
  request_digest: z.string(),
  group: recordedGroup.nullable(),
  /** The attempts in the opening messages, oldest first. */
  attempts_shown: listSchema<AttemptShown>(
    z.strictObject({
      episode_id: z.string(),
      index: z.int(),
      outcome: z.enum(ATTEMPT_OUTCOMES),
      text: z.string(),
    }),
  ),
  /** The dialect of raw text. Default: Hermes. */
  dialect: z.enum(DIALECT_NAMES).exactOptional(),
  /** Where a fork was taken: the parent's row whose state it starts from. */
  parent: z.strictObject({ episode: z.string(), position: z.int(), hash: z.string() }).nullable(),
  effects,
  messages,
  events: events.exactOptional(),
})

/** Payload of an `opened` row: everything that a replay needs. */
export type OpenedPayload = Readonly<z.infer<typeof openedSchema>>

/** The group of an episode. A fork has none: its opening repeats the group of its parent. */
export const groupOf = ({
  parent,
  group,
}: Pick<OpenedPayload, 'parent' | 'group'>): OpenedPayload['group'] =>
  (parent ?? null) === null ? group : null
