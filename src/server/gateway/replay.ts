import { storeFault } from '../operations/rows.ts'
import type { Agent } from './exchange.ts'
import type { ChatRequest } from './formats/chat-form.ts'
import type { EpisodeCalls } from './recorder.ts'
import type { Sampled } from './sampled.ts'

/** The recorded calls that the agent of a copied episode gets again. */
export interface Replay {
  readonly episode: string
  /** The number of calls to replay, from the first on. */
  readonly calls: number
  readonly original: EpisodeCalls
}

/**
 * Answers a request with the recorded answer to the same prompt, and stores it as a call of this
 * episode. Undefined if there is none; then the model is called.
 *
 * @throws Fault `gateway/budget`, `store/unavailable`, `store/full`
 */
export async function answerAgain(
  agent: Agent,
  replay: Replay | undefined,
  request: ChatRequest,
): Promise<Sampled | undefined> {
  if (replay === undefined) return undefined
  const { calls } = agent
  const { messages } = request
  // A program that repeats a request gets the recorded answers in their original order.
  const call = replay.original.tree.answersTo(messages)[calls.tree.answersTo(messages).length]
  if (call === undefined || call >= replay.calls) return undefined
  const begunCall = await calls.begin(agent.profile.limits, 0, agent.signal)
  try {
    const { record, tokens } = await replay.original.read(call)
    const replayed = { episode: replay.episode, call }
    // The prompt is compared with the calls of this episode again.
    const { tools: _, ...rest } = record
    await calls.store({ ...rest, request, position: agent.position(), replayed }, tokens)
    return {
      message: record.answer ?? { role: 'assistant', content: '' },
      finishReason: record.finish_reason,
      stopSequence: undefined,
      usage: record.usage ?? undefined,
      ...{ tokens, textOnly: record.text_only, logprobs: [] },
    }
  } catch (error) {
    throw storeFault(error)
  } finally {
    begunCall.end()
  }
}
