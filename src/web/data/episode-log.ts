import type { LogRow, Message } from '../../client/index.ts'
import { type Call, isRecord, readArguments } from './tool-call.ts'

/** Row texts hold rewards in whole thousandths; from here on they are decimal. */
const THOUSANDTHS = 1_000

type Numbers = Readonly<Record<string, number>>
type Free = Readonly<Record<string, unknown>>

/** How an episode began. */
interface Opening {
  readonly environment: string
  /** The revision of the environment that recorded it; 0 for none. */
  readonly revision: number
  readonly task: Free
  readonly settings: Free
  readonly labels: Readonly<Record<string, string>>
  readonly seeds: readonly { readonly from_step: number; readonly seed: number | null }[]
  readonly turnsMax: number
  readonly group: { readonly run: string; readonly id: string; readonly index: number } | undefined
  readonly size: number | undefined
  readonly condition: string | undefined
  readonly shown: readonly { readonly index: number; readonly outcome: string; text: string }[]
  readonly parent: { readonly episode: string; readonly position: number } | undefined
  readonly messages: readonly Message[]
  readonly events: readonly Free[]
  readonly wallMs: number
}

/** One turn of the agent, and what came of it. */
export interface Turn {
  /** From 1; the number of the row. */
  readonly step: number
  /** The agent's text beside its calls, or its whole raw text. */
  readonly text: string | undefined
  /** Its thoughts before, if its server returned them separately. */
  readonly thought: string | undefined
  readonly calls: readonly Call[]
  /** Messages that answer no call: a nudge, a question of the customer. */
  readonly after: readonly Message[]
  readonly reward: number
  readonly total: number
  readonly parts: Numbers
  /** The reward parts that this step changed, even if their sum is unchanged. */
  readonly change: Numbers
  readonly wallMs: number
  /** Since the row before: thinking of the agent and work of the server together. */
  readonly tookMs: number
  readonly notes: readonly Free[]
  /** What happened in the step, as the environment reports it. */
  readonly events: readonly Free[]
  /** Slow or outside work of the step; only in the rows that admins ask for. */
  readonly effects: readonly Effect[]
}

/** A step's request to the outside, its answer, and its duration in milliseconds. */
interface Effect {
  readonly took_ms: number | undefined
  readonly request: unknown
  readonly answer: unknown
}

export interface EpisodeLog {
  readonly opening: Opening
  readonly turns: readonly Turn[]
  readonly parts: Numbers
  readonly total: number
  readonly end: { readonly kind: string; readonly reason: string } | undefined
  readonly metrics: Numbers | undefined
  /** Words on why an episode was ended from outside. */
  readonly detail: string | undefined
}

const contentOf = ({ view, payload }: LogRow): Free =>
  (view as Free | undefined) ?? (payload === undefined ? {} : (JSON.parse(payload) as Free))

const decimals = (parts: unknown): Numbers =>
  Object.fromEntries(
    Object.entries(isRecord(parts) ? parts : {}).map(([name, value]) => [
      name,
      Number(value) / THOUSANDTHS,
    ]),
  )

const listOf = <Item>(value: unknown): readonly Item[] => (Array.isArray(value) ? value : [])

/** Reads the rows of an episode, those from position 0 on. */
export function readEpisode(rows: readonly LogRow[]): EpisodeLog {
  const [first, ...later] = rows
  if (first === undefined) throw new Error('the log has no rows')
  const turns: Turn[] = []
  let total = 0
  let last: Free = {}
  let beforeMs = first.wall_ms
  for (const row of later) {
    last = contentOf(row)
    const reward = Number(last.reward ?? 0) / THOUSANDTHS
    total += reward
    if (row.kind === 'stepped')
      turns.push(turnOf(row, last, { reward, total, beforeMs, parts: turns.at(-1)?.parts ?? {} }))
    beforeMs = row.wall_ms
  }
  return {
    opening: openingOf(first),
    turns,
    parts: decimals(last.parts),
    total: Math.round(total * THOUSANDTHS) / THOUSANDTHS,
    end: isRecord(last.end) ? (last.end as unknown as EpisodeLog['end']) : undefined,
    metrics: isRecord(last.metrics) ? (last.metrics as Numbers) : undefined,
    detail: typeof last.detail === 'string' ? last.detail : undefined,
  }
}

function openingOf(row: LogRow): Opening {
  const content = contentOf(row)
  const group = isRecord(content.group) ? content.group : undefined
  const limits = isRecord(content.limits) ? content.limits : {}
  return {
    environment: String(content.environment),
    revision: Number(content.revision ?? 0),
    task: isRecord(content.task) ? content.task : {},
    settings: isRecord(content.settings) ? content.settings : {},
    labels: (content.labels ?? {}) as Opening['labels'],
    seeds: listOf(content.seeds),
    turnsMax: Number(limits.turns_max ?? 0),
    group: group as unknown as Opening['group'],
    size: group === undefined ? undefined : Number(group.size),
    condition: group === undefined ? undefined : String(group.condition),
    shown: listOf(content.attempts_shown),
    parent: isRecord(content.parent) ? (content.parent as unknown as Opening['parent']) : undefined,
    messages: listOf(content.messages),
    events: listOf(content.events),
    wallMs: row.wall_ms,
  }
}

/** The sums up to a step, and the parts before it. */
interface Before {
  readonly reward: number
  readonly total: number
  readonly beforeMs: number
  readonly parts: Numbers
}

const changeOf = (before: Numbers, parts: Numbers): Numbers =>
  Object.fromEntries(
    Object.entries(parts)
      .map(([name, value]) => [name, value - (before[name] ?? 0)] as const)
      .filter(([, change]) => Math.abs(change) > 0.0005),
  )

function turnOf(
  row: LogRow,
  content: Free,
  { reward, total, beforeMs, parts: before }: Before,
): Turn {
  const parts = decimals(content.parts)
  const action = isRecord(content.action) ? content.action : {}
  const messages = listOf<Message>(content.messages)
  const events = listOf<Free>(content.events)
  const written = [action.text, action.content].find(
    (text) => typeof text === 'string' && text !== '',
  )
  return {
    step: row.position,
    text: written as string | undefined,
    thought: typeof action.reasoning_content === 'string' ? action.reasoning_content : undefined,
    calls: callsOf(action, messages, events),
    events,
    after: messages.filter(({ role }) => role !== 'tool'),
    reward,
    total,
    parts,
    change: changeOf(before, parts),
    wallMs: row.wall_ms,
    tookMs: row.wall_ms - beforeMs,
    notes: listOf(content.notes),
    effects: listOf<Omit<Effect, 'took_ms'>>(content.effects).map((effect, index) => ({
      took_ms: row.took_ms?.[index],
      ...effect,
    })),
  }
}

/** The last event that answers a call. If there is a clock, its event comes first. */
const eventOf = (id: unknown, events: readonly Free[]): Free | undefined =>
  events.findLast(({ call_id }) => call_id !== undefined && call_id === id)

/** The calls of a turn; for raw text, the calls that the environment answered. */
function callsOf(action: Free, messages: readonly Message[], events: readonly Free[]): Call[] {
  const answers = messages.filter(({ role }) => role === 'tool')
  const asked = listOf<Free>(action.tool_calls)
  if (asked.length === 0) {
    return answers.map((answer, index) => ({
      id: String(answer.tool_call_id ?? index),
      name: String(answer.name ?? 'a tool'),
      given: undefined,
      arguments: undefined,
      answer: String(answer.content ?? ''),
      event: eventOf(answer.tool_call_id, events),
    }))
  }
  return asked.map((call, index) => {
    const made = isRecord(call.function) ? call.function : {}
    const answer =
      answers.find(({ tool_call_id: id }) => id !== undefined && id === call.id) ?? answers[index]
    return {
      id: String(call.id ?? index),
      name: String(made.name ?? 'a tool'),
      given: made.arguments,
      arguments: readArguments(made.arguments),
      answer: answer === undefined ? undefined : String(answer.content ?? ''),
      event: eventOf(call.id, events),
    }
  })
}
