import { createChatClient } from '../../../effects/chat-client.ts'
import type { ChatClientOptions } from '../../../effects/chat-options.ts'
import { orFailure, StepFailure } from './answers.ts'

/** Scores answers. Only scores for the same prompt can be compared. */
export interface RewardModel {
  readonly name: string
  /** @throws StepFailure if there is no score */
  score(prompt: string, answer: string, signal: AbortSignal | undefined): Promise<number>
}

const REWARD = /^\s*(?:reward\s*:)?\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)\s*$/i
const SHOWN_CHARACTERS = 80

/**
 * A reward model behind an OpenAI-compatible server. It gets the prompt as the user's message and
 * the answer as the assistant's, and answers `reward:-12.3`.
 *
 * @throws ChatError if a base URL cannot be used
 */
export function rewardModel(options: ChatClientOptions): RewardModel {
  const client = createChatClient(options)
  return {
    name: options.model,
    async score(prompt, answer, signal) {
      const messages = [
        { role: 'user', content: prompt },
        { role: 'assistant', content: answer },
      ] as const
      const { content } = await orFailure(client.complete({ messages }, signal))
      const score = readReward(content)
      if (score !== undefined) return score
      const excerpt = JSON.stringify(content.slice(0, SHOWN_CHARACTERS))
      throw new StepFailure('unreadable', `the reward model answered ${excerpt}, which is no score`)
    },
  }
}

/** The score in an answer such as `reward:-12.3` or `-12.3`; undefined if there is none. */
export function readReward(content: string): number | undefined {
  const number = REWARD.exec(content)?.[1]
  const score = number === undefined ? Number.NaN : Number(number)
  return Number.isFinite(score) ? score : undefined
}
