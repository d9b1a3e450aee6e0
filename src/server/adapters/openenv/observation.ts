import type { OpenResult, ResumeResult, StepResult } from '../../../wire/results.ts'
import { joinContents, type WithoutKeys } from '../seated.ts'
import type { Seat } from '../seats.ts'

/** An observation in OpenEnv's form. It separates what the model may see from the rest. */
export interface ObservationData {
  readonly observation: Readonly<Record<string, unknown>>
  readonly reward: number | null
  readonly done: boolean
  readonly metadata: Readonly<Record<string, unknown>>
}

const shownMessages = (messages: StepResult['messages']) => ({
  messages,
  text: joinContents(messages),
})

/** The opening of an episode. Everything except the messages is for the trainer. */
export function openingObservation(
  result: WithoutKeys<OpenResult> | WithoutKeys<ResumeResult>,
  choice: Readonly<Record<string, unknown>>,
): ObservationData {
  const { messages, tools, ...metadata } = result
  const last = 'last' in result ? result.last : null
  return {
    observation: { ...shownMessages(messages), tool_schemas: tools },
    reward: null,
    done: last !== null && (last.terminated || last.truncated),
    metadata: { ...choice, ...metadata },
  }
}

/** @param tool the tool that OpenEnv's own action called */
export function stepObservation(result: StepResult, tool?: string): ObservationData {
  const { messages, reward, ...rest } = result
  const { terminated, truncated, info, ...ids } = rest
  const visible = shownMessages(messages)
  const answered = tool === undefined ? {} : { tool_name: tool, result: visible.text, error: null }
  return {
    observation: { ...visible, ...answered },
    reward,
    done: terminated || truncated,
    metadata: { ...ids, terminated, truncated, ...info },
  }
}

/** The answer as clients expect it. Clients up to openenv-core 0.3 read only the observation. */
export const clientAnswer = (
  { isMetadataInside }: Pick<Seat, 'isMetadataInside'>,
  data: ObservationData,
): ObservationData =>
  isMetadataInside
    ? { ...data, observation: { ...data.observation, metadata: data.metadata } }
    : data
