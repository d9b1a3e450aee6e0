import type { LogRow, Message } from '../../client/index.ts'
import { isZeroReward } from './format.ts'
import { type AnsweredCall, isRecord, readArguments } from './tool-call.ts'

/** Log rows store rewards in thousandths. The console shows them as decimals. */
const THOUSANDTHS = 1_000

type Numbers = Readonly<Record<string, number>>
type JsonObject = Readonly<Record<string, unknown>>

/** The first row of an episode's log. */
interface Opening {
  readonly environment: string
  /** The revision of the environment that recorded it; 0 for none. */
  readonly revision: number
  readonly task: JsonObject
  readonly settings: JsonObject
  readonly labels: Readonly<Record<string, string>>
  readonly seeds: readonly { readonly from_step: number; readonly seed: number | null }[]
  readonly turnsMax: number
  readonly group: { readonly run: string; readonly id: string; readonly index: number } | undefined
  readonly groupSize: number | undefined
  readonly condition: string | undefined
  readonly attemptsInPrompt: readonly {
    readonly index: number
    readonly outcome: string
    text: string
  }[]
  readonly parent: { readonly episode: string; readonly position: number } | undefined
  readonly messages: readonly Message[]
  readonly events: readonly JsonObject[]
  readonly wallMs: number
}

/** One turn of the agent with the environment's answer. */
export interface LoggedTurn {
  /** The number of the log row, from 1. */
  readonly step: number
  /** The agent's text next to its calls, or its complete raw text. */
  readonly text: string | undefined
  /** The agent's reasoning, if the model server returned it separately. */
  readonly thought: string | undefined
  readonly calls: readonly AnsweredCall[]
  /** Messages that answer no call, such as a nudge or a question of the customer. */
  readonly otherMessages: readonly Message[]
  readonly reward: number
  readonly total: number
  readonly parts: Numbers
  /** The reward parts that this step changed, even if their sum is unchanged. */
  readonly partChanges: Numbers
  readonly wallMs: number
  /** Time since the previous row: the agent's time and the server's time together. */
  readonly tookMs: number
  readonly notes: readonly JsonObject[]
  /** The public events of the step. */
  readonly events: readonly JsonObject[]
  /** Slow or external work of the step. Only the complete log has it, which admins can read. */
  readonly effects: readonly Effect[]
}

/** An effect that a step requested, with its answer and its duration in milliseconds. */
interface Effect {
  readonly took_ms: number | undefined
  readonly request: unknown
  readonly answer: unknown
}

export interface ParsedLog {
  readonly opening: Opening
  readonly turns: readonly LoggedTurn[]
  readonly parts: Numbers
  readonly total: number
  readonly end: { readonly kind: string; readonly reason: string } | undefined
  readonly metrics: Numbers | undefined
  /** Why the episode was ended from outside. */
  readonly detail: string | undefined
}

const rowContent = ({ view, payload }: LogRow): JsonObject =>
  (view as JsonObject | undefined) ??
  (payload === undefined ? {} : (JSON.parse(payload) as JsonObject))

const toDecimals = (parts: unknown): Numbers =>
  Object.fromEntries(
    Object.entries(isRecord(parts) ? parts : {}).map(([name, value]) => [
      name,
      Number(value) / THOUSANDTHS,
    ]),
  )

const asList = <Item>(value: unknown): readonly Item[] => (Array.isArray(value) ? value : [])

/** Parses the rows of an episode. The first row must be the one at position 0. */
export function parseEpisode(rows: readonly LogRow[]): ParsedLog {
  const [first, ...later] = rows
  if (first === undefined) throw new Error('the log has no rows')
  const turns: LoggedTurn[] = []
  let total = 0
  let last: JsonObject = {}
  let beforeMs = first.wall_ms
  for (const row of later) {
    last = rowContent(row)
    const reward = Number(last.reward ?? 0) / THOUSANDTHS
    total += reward
    if (row.kind === 'stepped')
      turns.push(turnOf(row, last, { reward, total, beforeMs, parts: turns.at(-1)?.parts ?? {} }))
    beforeMs = row.wall_ms
  }
  return {
    opening: openingOf(first),
    turns,
    parts: toDecimals(last.parts),
    total: Math.round(total * THOUSANDTHS) / THOUSANDTHS,
    end: isRecord(last.end) ? (last.end as unknown as ParsedLog['end']) : undefined,
    metrics: isRecord(last.metrics) ? (last.metrics as Numbers) : undefined,
    detail: typeof last.detail === 'string' ? last.detail : undefined,
  }
}

function openingOf(row: LogRow): Opening {
  const content = rowContent(row)
  const group = isRecord(content.group) ? content.group : undefined
  const limits = isRecord(content.limits) ? content.limits : {}
  return {
    environment: String(content.environment),
    revision: Number(content.revision ?? 0),
    task: isRecord(content.task) ? content.task : {},
    settings: isRecord(content.settings) ? content.settings : {},
    labels: (content.labels ?? {}) as Opening['labels'],
    seeds: asList(content.seeds),
    turnsMax: Number(limits.turns_max ?? 0),
    group: group as unknown as Opening['group'],
    groupSize: group === undefined ? undefined : Number(group.size),
    condition: group === undefined ? undefined : String(group.condition),
    attemptsInPrompt: asList(content.attempts_shown),
    parent: isRecord(content.parent) ? (content.parent as unknown as Opening['parent']) : undefined,
    messages: asList(content.messages),
    events: asList(content.events),
    wallMs: row.wall_ms,
  }
}

/** The reward of a step, the total up to it, and the state before it. */
interface PreviousRow {
  readonly reward: number
  readonly total: number
  readonly beforeMs: number
  readonly parts: Numbers
}

const partChangesBetween = (before: Numbers, parts: Numbers): Numbers =>
  Object.fromEntries(
    Object.entries(parts)
      .map(([name, value]) => [name, value - (before[name] ?? 0)] as const)
      .filter(([, change]) => !isZeroReward(change)),
  )

function turnOf(
  row: LogRow,
  content: JsonObject,
  { reward, total, beforeMs, parts: before }: PreviousRow,
): LoggedTurn {
  const parts = toDecimals(content.parts)
  const action = isRecord(content.action) ? content.action : {}
  const messages = asList<Message>(content.messages)
  const events = asList<JsonObject>(content.events)
  const text = [action.text, action.content].find((text) => typeof text === 'string' && text !== '')
  return {
    step: row.position,
    text: text as string | undefined,
    thought: typeof action.reasoning_content === 'string' ? action.reasoning_content : undefined,
    calls: callsOf(action, messages, events),
    events,
    otherMessages: messages.filter(({ role }) => role !== 'tool'),
    reward,
    total,
    parts,
    partChanges: partChangesBetween(before, parts),
    wallMs: row.wall_ms,
    tookMs: row.wall_ms - beforeMs,
    notes: asList(content.notes),
    effects: asList<Omit<Effect, 'took_ms'>>(content.effects).map((effect, index) => ({
      took_ms: row.took_ms?.[index],
      ...effect,
    })),
  }
}

/** The last event that answers a call. Worlds with a clock add an event of it before. */
const findCallEvent = (id: unknown, events: readonly JsonObject[]): JsonObject | undefined =>
  events.findLast(({ call_id }) => call_id !== undefined && call_id === id)

/** The calls of a turn. For raw text, these are the calls that the environment answered. */
function callsOf(
  action: JsonObject,
  messages: readonly Message[],
  events: readonly JsonObject[],
): AnsweredCall[] {
  const answers = messages.filter(({ role }) => role === 'tool')
  const toolCalls = asList<JsonObject>(action.tool_calls)
  if (toolCalls.length === 0) {
    return answers.map((answer, index) => ({
      id: String(answer.tool_call_id ?? index),
      name: String(answer.name ?? 'a tool'),
      rawArguments: undefined,
      arguments: undefined,
      answer: String(answer.content ?? ''),
      event: findCallEvent(answer.tool_call_id, events),
    }))
  }
  return toolCalls.map((call, index) => {
    const calledFunction = isRecord(call.function) ? call.function : {}
    const answer =
      answers.find(({ tool_call_id: id }) => id !== undefined && id === call.id) ?? answers[index]
    return {
      id: String(call.id ?? index),
      name: String(calledFunction.name ?? 'a tool'),
      rawArguments: calledFunction.arguments,
      arguments: readArguments(calledFunction.arguments),
      answer: answer === undefined ? undefined : String(answer.content ?? ''),
      event: findCallEvent(call.id, events),
    }
  })
}
