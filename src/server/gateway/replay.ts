import type { Json } from '../../sim/json.ts'
import { storeFault } from '../operations/rows.ts'
import type { Agent } from './agent.ts'
import type { CallRecord, ModelCallTokens } from './call-body.ts'
import type { ChatRequest } from './formats/chat-form.ts'
import type { EpisodeCalls } from './recorder.ts'
import type { Sampled } from './sampled.ts'
import { cutTexts, type TokenTexts } from './token-texts.ts'

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
  const { repeated } = agent.calls
  // A program that repeats a request gets the recorded answers in their original order.
  const recorded = replay.original.tree.answersTo(request.messages)
  const call = recorded.find((number) => !repeated.has(number))
  if (call === undefined || call >= replay.calls) return undefined
  repeated.add(call)
  try {
    return await repeatCall(agent, replay, request, call)
  } catch (error) {
    repeated.delete(call)
    throw error
  }
}

async function repeatCall(
  agent: Agent,
  replay: Replay,
  request: ChatRequest,
  call: number,
): Promise<Sampled> {
  const { calls } = agent
  const begunCall = await calls.begin(agent.profile.limits, 0, agent.signal)
  try {
    const { record, tokens } = await replay.original.read(call)
    const replayed = { episode: replay.episode, call }
    // The prompt is compared with the calls of this episode again.
    const { tools: _, ...rest } = record
    await calls.store({ ...rest, request, position: agent.position(), replayed }, tokens)
    return recordedAnswer(record, tokens)
  } catch (error) {
    throw storeFault(error)
  } finally {
    begunCall.end()
  }
}

/** The answer of a stored call, as the model server gave it. */
export const recordedAnswer = (
  { answer, finish_reason, stop_sequence, usage, text_only, token_texts }: CallRecord,
  tokens: ModelCallTokens | null,
): Sampled => ({
  message: answer ?? { role: 'assistant', content: '' },
  finishReason: finish_reason,
  stopSequence: stop_sequence,
  usage: usage ?? undefined,
  ...{ tokens, textOnly: text_only },
  logprobs: tokens === null || token_texts === undefined ? [] : entries(token_texts, tokens),
})

/** The entries of an agent that asked for log-probabilities. Other likely tokens are not stored. */
const entries = (texts: TokenTexts, { logprobs }: ModelCallTokens): Json[] =>
  cutTexts(texts).map((token, index) => ({
    ...{ token, logprob: logprobs[index] ?? 0, bytes: [...Buffer.from(token)], top_logprobs: [] },
  }))
