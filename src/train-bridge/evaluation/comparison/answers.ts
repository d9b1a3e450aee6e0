import { createChatClient } from '../../../effects/chat-client.ts'
import { ChatError } from '../../../effects/chat-error.ts'
import type { ChatClientOptions } from '../../../effects/chat-options.ts'
import { childSeed } from '../../../sim/random.ts'
import type { ComparedPrompt, StoredAnswers } from './prompts.ts'

/** A model's answer. */
export interface ModelAnswer {
  readonly text: string
  /** Whether the token limit truncated it; null if a file does not say so. */
  readonly cut: boolean | null
}

/** A model under comparison: a live one, or stored answers. */
export interface AnswerSource {
  readonly name: string
  /** @throws StepFailure if there is no answer */
  answer(prompt: ComparedPrompt, signal: AbortSignal | undefined): Promise<ModelAnswer>
}

/** Why an answer or a score is missing. */
type FailureKind = 'timeout' | 'unavailable' | 'refused' | 'invalid' | 'unreadable' | 'none'

/** An answer or a score is missing. It never counts as a number. */
export class StepFailure extends Error {
  readonly kind: FailureKind

  constructor(kind: FailureKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StepFailure'
    this.kind = kind
  }
}

const SEED_MODULUS = 2 ** 31

/**
 * A model behind an OpenAI-compatible server, asked with the prompt alone. Both models get the same
 * seed for a prompt, and a second run repeats it. Thoughts are not part of the answer.
 *
 * @throws ChatError if a base URL cannot be used
 */
export function askedModel(options: ChatClientOptions, seed: number): AnswerSource {
  const client = createChatClient(options)
  return {
    name: options.model,
    async answer({ id, text }, signal) {
      const request = {
        messages: [{ role: 'user', content: text }] as const,
        seed: childSeed(seed, id) % SEED_MODULUS,
      }
      const { content, finishReason } = await orFailure(client.complete(request, signal))
      return { text: afterThinking(content), cut: finishReason === 'length' }
    },
  }
}

function afterThinking(content: string): string {
  const mark = '</think>'
  const end = content.lastIndexOf(mark)
  return end < 0 ? content : content.slice(end + mark.length).trim()
}

/** Answers from a file. Thoughts are not part of them either. */
export function storedModel(name: string, answers: StoredAnswers): AnswerSource {
  return {
    name,
    async answer(prompt) {
      const stored = answers.find(prompt)
      if (stored !== undefined) return { ...stored, text: afterThinking(stored.text) }
      throw new StepFailure('none', `${name} has no answer to prompt ${prompt.id}`)
    },
  }
}

/** The result of a chat call. A failure is thrown as a `StepFailure` with its kind. */
export async function orFailure<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof ChatError)) throw error
    throw new StepFailure(error.reason, error.message, { cause: error })
  }
}
