import type { JsonObject } from '../sim/json.ts'
import { type RandomStream, stream } from '../sim/random.ts'
import type { Writable } from '../sim/writable.ts'
import { type EffectAnswer, type EffectRequest, isGenerator, perform } from '../tools/effect.ts'
import type { DialectName } from './dialects/index.ts'
import type { End, EndReason } from './end.ts'
import type { Conduct, Context } from './environment.ts'
import { type AttemptShown, withAttempts } from './group-block.ts'
import type { Limits } from './limits.ts'
import { type Action, type ChatMessage, user } from './message.ts'
import type { NextTurn } from './next-turn.ts'
import type { AnyEnvironment } from './plugin.ts'
import type { KernelEvent, PublicEvent } from './public-event.ts'
import { type SeedSpan, seedAt } from './seeds.ts'
import { metricsIn, toolsIn } from './settings.ts'
import type { BaseTask } from './task-data.ts'
import type { Notes, Transition } from './transition.ts'
import { truncated } from './transition.ts'
import { readTurn, type Turn } from './turn.ts'

/** Everything besides the actions that determines an episode. */
export interface EpisodeSetup {
  readonly environment: AnyEnvironment
  readonly task: BaseTask & JsonObject
  readonly world: JsonObject
  readonly settings: JsonObject
  /** In order of `from_step`, the first from 0. */
  readonly seeds: readonly SeedSpan[]
  readonly limits: Limits
  /** Earlier attempts that the opening messages show; only in groups with feedback. */
  readonly attempts?: readonly AttemptShown[]
  /** The format of raw text. Default: Hermes. */
  readonly dialect?: DialectName
}

/**
 * A setup whose opening shows attempts. Every step reads it, so it names its members: an object
 * that begins with a spread and then gets another member is slow to read.
 */
export function withShownAttempts(
  { environment, task, world, settings, seeds, limits, dialect }: EpisodeSetup,
  attempts: readonly AttemptShown[],
): EpisodeSetup {
  const setup = { environment, task, world, settings, seeds, limits, attempts }
  return dialect === undefined ? setup : { ...setup, dialect }
}

/** The state of an episode: immutable plain JSON, so that forks and failed commits can share it. */
export interface EpisodeState {
  readonly step: number
  readonly worldState: JsonObject
  readonly conduct: Conduct
  /** Reward parts booked so far and their sum, in thousandths. */
  readonly parts: Readonly<Record<string, number>>
  readonly total: number
  readonly end?: End
}

/** The answer to one step, as the row stores it and the caller receives it. */
export interface StepAnswer {
  readonly messages: readonly ChatMessage[]
  /** Change of the total, in thousandths. */
  readonly reward: number
  readonly parts: Readonly<Record<string, number>>
  readonly end?: End
  /** Only with `end`. */
  readonly metrics?: Readonly<Record<string, number>>
  readonly notes?: Notes
  /** The messages in a form for programs; left out if there are none. */
  readonly events?: readonly PublicEvent[]
}

export interface Opened {
  readonly state: EpisodeState
  readonly messages: readonly ChatMessage[]
  /** Left out if there are none. They never mention earlier attempts. */
  readonly events?: readonly PublicEvent[]
}

export interface Stepped {
  readonly state: EpisodeState
  readonly answer: StepAnswer
}

export type Play<Result> = Generator<EffectRequest, Result, EffectAnswer>

/** Metrics that the kernel adds to those of every environment. */
export const KERNEL_METRICS = ['score', 'turns', 'tool_calls', 'malformed_calls', 'nudges'] as const

/** The most steps of any episode, because logs are replayed from the start. */
const STEPS_MAX = 1_000

/** The limits of an episode, fixed at its opening and recorded there. */
export function effectiveLimits(
  environment: AnyEnvironment,
  task: BaseTask & JsonObject,
  settings: JsonObject,
): Limits {
  const { limits } = environment
  const declared = typeof limits === 'function' ? limits(task, settings) : limits
  return { ...declared, turnsMax: Math.min(declared.turnsMax, STEPS_MAX) }
}

/** Opens an episode and adds earlier attempts to the environment's opening messages. */
export function* openEpisode(setup: EpisodeSetup): Play<Opened> {
  const conduct: Conduct = { turns: 0, toolCalls: 0, malformedCalls: 0, nudges: 0 }
  const opening = yield* perform(setup.environment.open(contextAt(setup, 0, conduct, false)))
  const state: EpisodeState = { step: 0, worldState: opening.state, conduct, parts: {}, total: 0 }
  mustBeMessages(opening.messages, 'open')
  const messages = withAttempts(opening.messages, setup.attempts ?? [])
  const { events } = opening
  return hasEvents(events) ? { state, messages, events } : { state, messages }
}

/** Plays one assistant turn of an open episode. Throws only if the environment has a bug. */
export function* stepEpisode(
  setup: EpisodeSetup,
  state: EpisodeState,
  action: Action,
): Play<Stepped> {
  const { environment, limits, dialect } = setup
  const turn = readTurn(action, toolsIn(setup), limits, dialect)
  const step = state.step + 1
  const conduct = countTurn(state.conduct, turn)
  const context = contextAt(setup, step, conduct, false)
  const idle = isIdle(environment, state.worldState, turn)
  let transition: Transition<JsonObject>
  if (idle) {
    transition = nudgeOrEnd(environment, state, turn)
  } else {
    const worldStep = environment.step(state.worldState, turn, context)
    transition = isGenerator(worldStep) ? yield* worldStep : worldStep
    if (conduct.malformedCalls > state.conduct.malformedCalls) {
      const { messages, events } = transition
      transition = { ...transition, events: withRejections(turn, messages, events) }
    }
  }
  const nudged = idle && transition.end === undefined
  const nextConduct = nudged ? { ...conduct, nudges: conduct.nudges + 1 } : conduct
  return settle(setup, state, step, nextConduct, withTurnLimit(transition, step, limits))
}

/**
 * Ends an episode from outside (its client, a deadline, a bug) and books the remaining reward. Does
 * not call the environment of a faulted episode.
 */
export function endEpisode(setup: EpisodeSetup, state: EpisodeState, reason: EndReason): Stepped {
  if (reason === 'faulted') return endUnasked(setup, state, reason)
  return settle(setup, state, state.step, state.conduct, truncated(state.worldState, [], reason))
}

/** Ends an episode without calling its environment. The total stays; the metrics are zero. */
export function endUnasked(setup: EpisodeSetup, state: EpisodeState, reason: EndReason): Stepped {
  const end: End = { kind: 'truncated', reason }
  const zeros: Record<string, number> = {}
  for (const name of metricsIn(setup)) zeros[name] = 0
  const metrics = withKernelMetrics(zeros, state.total, state.conduct)
  const { parts } = state
  return { state: { ...state, end }, answer: { messages: [], reward: 0, parts, end, metrics } }
}

/**
 * Adds the kernel's metrics to those of the environment. The loop is deliberate: adding members
 * after a spread takes as long as the rest of a step, and this loop a twentieth of it.
 */
function withKernelMetrics(
  worldMetrics: Readonly<Record<string, number>>,
  total: number,
  conduct: Conduct,
): Record<string, number> {
  const metrics: Record<string, number> = {}
  for (const name in worldMetrics) {
    const value = worldMetrics[name] as number
    if (!Number.isFinite(value))
      throw new Error(`measure: ${name} is ${value}, not a finite number`)
    metrics[name] = value
  }
  metrics.score = total / 1000
  metrics.turns = conduct.turns
  metrics.tool_calls = conduct.toolCalls
  metrics.malformed_calls = conduct.malformedCalls
  metrics.nudges = conduct.nudges
  return metrics
}

function isIdle(environment: AnyEnvironment, world: JsonObject, turn: Turn): boolean {
  if (turn.malformed !== undefined) return true
  if (turn.calls.length > 0) return false
  return environment.turnRules.isFinalAnswer?.(world, turn.content) !== true
}

function nudgeOrEnd(
  environment: AnyEnvironment,
  state: EpisodeState,
  turn: Turn,
): Transition<JsonObject> {
  if (state.conduct.nudges > 0) {
    return { state: state.worldState, messages: [], end: { kind: 'terminated', reason: 'gave_up' } }
  }
  const { nudge } = environment.turnRules
  const text = turn.malformed === undefined ? nudge : `${turn.malformed} ${nudge}`
  return { state: state.worldState, messages: [user(text)], events: nudgedEvents(turn.malformed) }
}

/** The events of a turn with rejected calls: first the rejections, then the environment's own. */
function withRejections(
  { calls }: Turn,
  messages: readonly ChatMessage[],
  worldEvents: readonly PublicEvent[] = [],
): readonly PublicEvent[] {
  const events: PublicEvent[] = []
  for (const call of calls) {
    if (call.status !== 'rejected') continue
    const { id, name, explanation } = call
    if (!messages.some(({ content }) => content === explanation)) continue
    events.push({ kind: 'call_rejected', call_id: id, tool: name, explanation })
  }
  return [...events, ...worldEvents]
}

const NUDGED: readonly KernelEvent[] = [{ kind: 'nudged', malformed: null }]

/** The events of a turn that got a nudge as its answer. */
const nudgedEvents = (malformed: string | undefined): readonly KernelEvent[] =>
  malformed === undefined ? NUDGED : [{ kind: 'nudged', malformed }]

function withTurnLimit(
  transition: Transition<JsonObject>,
  step: number,
  limits: Limits,
): Transition<JsonObject> {
  if (transition.end !== undefined || step < limits.turnsMax) return transition
  return { ...transition, end: { kind: 'truncated', reason: 'turn_limit' } }
}

function countTurn(conduct: Conduct, turn: Turn): Conduct {
  const rejected = turn.calls.filter((call) => call.status === 'rejected').length
  return {
    turns: conduct.turns + 1,
    toolCalls: conduct.toolCalls + turn.calls.length,
    malformedCalls: conduct.malformedCalls + rejected + (turn.malformed === undefined ? 0 : 1),
    nudges: conduct.nudges,
  }
}

function settle(
  setup: EpisodeSetup,
  previous: EpisodeState,
  step: number,
  conduct: Conduct,
  transition: Transition<JsonObject>,
): Stepped {
  const { environment } = setup
  const { state: worldState, end } = transition
  mustBeMessages(transition.messages, 'step')
  const context = contextAt(setup, step, conduct, end !== undefined)
  const parts = environment.score(worldState, context)
  const total = sumParts(parts)
  const answer = toAnswer(transition, total - previous.total, parts)
  if (end === undefined) return { state: { step, worldState, conduct, parts, total }, answer }
  const metrics = withKernelMetrics(environment.measure(worldState, context), total, conduct)
  answer.end = end
  answer.metrics = metrics
  return { state: { step, worldState, conduct, parts, total, end }, answer }
}

function toAnswer(
  { messages, notes, events }: Transition<JsonObject>,
  reward: number,
  parts: Readonly<Record<string, number>>,
): Writable<StepAnswer> {
  const answer: Writable<StepAnswer> = { messages, reward, parts }
  if (notes !== undefined) answer.notes = notes
  if (hasEvents(events)) answer.events = events
  return answer
}

/** Whether there are events. An empty list is left out, so that such rows never change. */
const hasEvents = (events: readonly PublicEvent[] | undefined): events is readonly PublicEvent[] =>
  events !== undefined && events.length > 0

/** A frame with more is above the usual limit of WebSocket clients, 1 MiB. */
export const STEP_CHARACTERS_MAX = 1_000_000

/** Refuses messages that a chat template cannot take, or that would end a client's connection. */
function mustBeMessages(messages: readonly ChatMessage[], name: string): void {
  let characters = 0
  for (const { content } of messages) {
    if (typeof content !== 'string')
      throw new TypeError(`${name}: the content of a message is ${String(content)}, not text`)
    characters += content.length
  }
  if (characters > STEP_CHARACTERS_MAX) {
    const shown = `${characters} characters, more than ${STEP_CHARACTERS_MAX}`
    throw new Error(`${name}: its messages have ${shown}: many clients end the connection`)
  }
}

function sumParts(parts: Readonly<Record<string, number>>): number {
  let total = 0
  for (const name in parts) total += parts[name] as number
  if (!Number.isInteger(total))
    throw new Error(`score: parts must be whole thousandths, sum ${total}`)
  return total
}

/** What the agent may do in the next turn of an open episode. It reveals nothing hidden. */
export function nextTurn(setup: EpisodeSetup, state: EpisodeState): Required<NextTurn> {
  const { environment, limits } = setup
  const context = contextAt(setup, state.step + 1, state.conduct, false)
  const said = environment.nextTurn?.(state.worldState, context)
  const takesAnswers = environment.turnRules.isFinalAnswer !== undefined
  return {
    turnsLeft: Math.min(limits.turnsMax - state.step, said?.turnsLeft ?? limits.turnsMax),
    usedUp: said?.usedUp ?? {},
    message: said?.message ?? (takesAnswers ? 'final_answer' : 'message'),
  }
}

function contextAt(
  setup: EpisodeSetup,
  step: number,
  conduct: Conduct,
  closed: boolean,
): Context<BaseTask & JsonObject, JsonObject, JsonObject> {
  return {
    task: setup.task,
    world: setup.world,
    settings: setup.settings,
    step,
    conduct,
    lastTurn: step >= setup.limits.turnsMax,
    closed,
    random(name: string): RandomStream {
      return stream(seedAt(setup.seeds, step), step, name)
    },
  }
}
