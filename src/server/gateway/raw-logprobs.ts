import type { ChatProfile } from '../../effects/chat-profile.ts'
import type { ChatUpstream } from '../../effects/chat-upstream.ts'
import type { Json, JsonObject } from '../../sim/json.ts'
import { asMembers } from './completion-chunk.ts'
import { AnswerReading } from './sampled.ts'

/** Members of a request that change probabilities, with the values that leave them unchanged. */
const CHANGES: ReadonlyMap<string, readonly Json[]> = new Map<string, readonly Json[]>([
  ['top_p', [1]],
  ['top_k', [-1, 0]],
  ['min_p', [0]],
  ['frequency_penalty', [0]],
  ['presence_penalty', [0]],
  ['repetition_penalty', [1]],
])

const PROMPTS = ['Say yes.', 'Name a colour.', 'What is 12 times 12?']
/** A smaller gap between two tokens may be noise. */
const GAP_MIN = 0.5
/** Servers send about -9999 for a token that `top_p` or `top_k` removed. */
const REMOVED = -1_000

export const RAW_LOGPROBS =
  'log-probabilities are those before temperature and top_p; start vLLM with ' +
  '--logprobs-mode processed_logprobs'

interface Asked {
  readonly profile: ChatProfile
  readonly upstream: ChatUpstream
}

/** Whether a profile samples from other probabilities than those of the model. */
export function changesProbabilities({ fixed }: ChatUpstream): boolean {
  const { temperature } = fixed
  // The most likely token is always sampled, and its log-probability says nothing about training.
  if (temperature === 0) return false
  if (temperature !== 1) return true
  return [...CHANGES].some(([name, neutral]) => {
    const value = fixed[name]
    return value !== undefined && value !== null && !neutral.includes(value)
  })
}

/**
 * Whether a model server gives the log-probabilities before temperature and `top_p`. Temperature
 * 0.5 doubles the gap between the two most likely first tokens, unless it is not included. False
 * if the server does not list likely tokens.
 *
 * @throws Error if the server is unavailable or its answer is invalid
 */
export async function givesRawLogprobs(asked: Asked, signal: AbortSignal): Promise<boolean> {
  for (const prompt of PROMPTS) {
    const plain = await firstGap(asked, prompt, 1, signal)
    if (plain === undefined) return false
    if (plain < GAP_MIN) continue
    const sharp = await firstGap(asked, prompt, 0.5, signal)
    return sharp !== undefined && sharp < 1.5 * plain
  }
  return false
}

/** The gap between the log-probabilities of the two most likely first tokens, if both are known. */
async function firstGap(
  { profile, upstream }: Asked,
  prompt: string,
  temperature: number,
  signal: AbortSignal,
): Promise<number | undefined> {
  const members = Object.entries(upstream.fixed).filter(([name]) => !CHANGES.has(name))
  const body = {
    ...Object.fromEntries(members),
    messages: [{ role: 'user', content: prompt }],
    ...{ temperature, max_tokens: 1, seed: profile.seed, stream: false },
    ...{ logprobs: true, top_logprobs: 2 },
  } satisfies JsonObject
  const answer = await upstream.open(body, signal)
  if (answer.status === 'failed') {
    if (!answer.retryable) return undefined
    throw new Error(answer.problem.what)
  }
  const reading = new AnswerReading({ tokensMax: 1, quote: upstream.quote, alternatives: 2 })
  const [first] = (await reading.whole(answer.response)).logprobs
  const { top_logprobs: likely } = asMembers(first)
  if (!Array.isArray(likely)) return undefined
  const values = likely.map((entry) => Number(asMembers(entry).logprob)).sort((a, b) => b - a)
  const [best = Number.NaN, next = Number.NaN] = values
  return next > REMOVED ? best - next : undefined
}
