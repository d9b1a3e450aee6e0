import type { StepAnswer } from '../env/episode.ts'
import type { AnswerTexts } from '../env/log.ts'
import type { PublicEvent } from '../env/public-event.ts'
import { sumParts } from '../env/reward.ts'
import { numbersJson } from '../sim/json.ts'
import type { CloseResult, StepResult } from '../wire/results.ts'
import type { PublicEventResult, StepInfo } from '../wire/step-info.ts'

/** Converts reward parts from thousandths to numbers for the wire. */
function wireParts(parts: Readonly<Record<string, number>>): Record<string, number> {
  const shares: Record<string, number> = {}
  for (const name in parts) shares[name] = (parts[name] as number) / 1000
  return shares
}

/** Events in the form of results: any JSON, with their kind. */
export const eventsOnWire = (events: readonly PublicEvent[]): PublicEventResult[] =>
  events as unknown as PublicEventResult[]

/** The trainer's information after a step. It is never for the model. */
export function toStepInfo(answer: Omit<StepAnswer, 'messages' | 'reward'>): StepInfo {
  const { parts, end, metrics, notes, events } = answer
  const info: StepInfo = { score: sumParts(parts) / 1000, reward_parts: wireParts(parts) }
  if (notes !== undefined) info.notes = notes as StepInfo['notes']
  if (end !== undefined && metrics !== undefined) {
    info.end_reason = end.reason
    info.metrics = { ...metrics }
  }
  if (events !== undefined) info.events = eventsOnWire(events)
  return info
}

/** The answer of a step, from the step itself or from its row. */
export function toStepResult(episode: string, seq: number, answer: StepAnswer): StepResult {
  return {
    episode_id: episode,
    seq,
    messages: answer.messages as StepResult['messages'],
    reward: answer.reward / 1000,
    terminated: answer.end?.kind === 'terminated',
    truncated: answer.end?.kind === 'truncated',
    info: toStepInfo(answer),
  }
}

/**
 * The answer of a step whose messages and events are already JSON text, because its row contains
 * them.
 */
export class WrittenStep implements StepResult {
  readonly episode_id: string
  readonly seq: number
  readonly messages: StepResult['messages']
  readonly reward: number
  readonly terminated: boolean
  readonly truncated: boolean
  readonly info: StepInfo
  readonly #written: AnswerTexts

  constructor(episode: string, seq: number, answer: StepAnswer, answerTexts: AnswerTexts) {
    this.episode_id = episode
    this.seq = seq
    this.messages = answer.messages as StepResult['messages']
    this.reward = answer.reward / 1000
    this.terminated = answer.end?.kind === 'terminated'
    this.truncated = answer.end?.kind === 'truncated'
    this.info = toStepInfo(answer)
    this.#written = answerTexts
  }

  /** The same text as `JSON.stringify` returns. */
  get text(): string {
    const { episode_id, seq, reward, terminated, truncated } = this
    const head = `{"episode_id":${JSON.stringify(episode_id)},"seq":${seq}`
    const ends = `"reward":${reward},"terminated":${terminated},"truncated":${truncated}`
    const { messages, events } = this.#written
    const info = infoText(this.info, events?.json)
    return `${head},"messages":${messages.json},${ends},"info":${info}}`
  }
}

/** @param infoJson the JSON of its events */
function infoText(info: StepInfo, infoJson: string | undefined): string {
  const events = infoJson === undefined ? '' : `,"events":${infoJson}`
  const { score, reward_parts, end_reason, metrics, notes } = info
  if (end_reason !== undefined || notes !== undefined) {
    const text = JSON.stringify({ score, reward_parts, notes, end_reason, metrics })
    return `${text.slice(0, -1)}${events}}`
  }
  return `{"score":${score},"reward_parts":${numbersJson(reward_parts)}${events}}`
}

/** The host's facts about an ended episode, besides the answer that ended it. */
type CloseFacts = Pick<CloseResult, 'condition' | 'baseline' | 'fault'>

/** The final report of an episode, from the answer of the row that ended it. */
export function toCloseResult(
  episode: string,
  answer: StepAnswer,
  standing: CloseFacts,
): CloseResult {
  const { end, metrics, parts } = answer
  if (end === undefined || metrics === undefined) throw new Error('closeResult: episode is open')
  return {
    episode_id: episode,
    reward: standing.fault ? 0 : sumParts(parts) / 1000,
    reward_parts: standing.fault ? {} : wireParts(parts),
    metrics: { ...metrics },
    end_reason: end.reason,
    terminated: end.kind === 'terminated',
    truncated: end.kind === 'truncated',
    ...standing,
  }
}
