import { createChatClient } from '../effects/chat-client.ts'
import { ChatError } from '../effects/chat-error.ts'
import type { CompletionParameters, CompletionResult, TokenUsage } from '../effects/chat-message.ts'
import type { ChatClientOptions } from '../effects/chat-options.ts'
import type { Action, ToolCall } from '../env/message.ts'
import { afterThoughts, type ThoughtPolicy, thoughtsIn, withThoughts } from '../env/thoughts.ts'
import { toPrompt } from './openai-prompt.ts'
import type { Policy, Situation } from './policy.ts'
import { PolicyError } from './policy-error.ts'

/** The model, its server, and the sampling options. */
export interface OpenaiPolicyOptions extends Omit<ChatClientOptions, 'seed'> {
  /**
   * A number is sent with every turn; null sends none. By default, each turn has a seed derived
   * from the rollout's, so that rollouts of a group differ and are repeatable.
   */
  readonly seed?: number | null
  /** Default `auto`. */
  readonly toolChoice?: 'auto' | 'required' | 'none'
  /** Which of its earlier thoughts the model sees. Default: `keep`. */
  readonly thoughts?: ThoughtPolicy
  /** Default: `openai:` and the model. */
  readonly name?: string
  /** Called with the tokens of each turn whose server counts them. */
  readonly onUsage?: (usage: TokenUsage) => void
}

const NAME_CHARACTERS_MAX = 200
const SEED_MAX = 2 ** 31 - 1

/**
 * A policy that asks a model behind an OpenAI-compatible server. The model's output is its action,
 * however bad. Only a missing answer is a `PolicyError`.
 *
 * @throws PolicyError if a base URL cannot be used; `act` rejects with one if there is no answer
 */
export function openaiPolicy(options: OpenaiPolicyOptions): Policy {
  const { seed, toolChoice, name, onUsage, thoughts = 'keep', ...clientOptions } = options
  const client = orPolicyError(() => createChatClient(clientOptions))
  return {
    name: name ?? `openai:${options.model}`,
    needsHidden: false,
    act: async (situation) => {
      const transcript = withThoughts(situation.transcript, thoughts)
      const request = toRequest({ ...situation, transcript }, seed, toolChoice)
      const completion = await client.complete(request).catch((error) => {
        throw toPolicyError(error)
      })
      if (completion.usage !== undefined) onUsage?.(completion.usage)
      return toAction(completion)
    },
  }
}

function toRequest(
  { transcript, tools, random }: Situation,
  fixedSeed: OpenaiPolicyOptions['seed'],
  toolChoice: OpenaiPolicyOptions['toolChoice'],
): CompletionParameters {
  const seed = fixedSeed === undefined ? random.integer(0, SEED_MAX) : fixedSeed
  return {
    messages: toPrompt(transcript),
    tools,
    ...(seed === null ? {} : { seed }),
    ...(toolChoice === undefined ? {} : { toolChoice }),
  }
}

/** Converts a completion to an action. */
function toAction({ content, reasoning = '', toolCalls }: CompletionResult): Action {
  if (toolCalls.length > 0) {
    const visible = afterThoughts(content)
    const thoughts = thoughtMember(reasoning === '' ? thoughtsIn(content) : reasoning)
    return { content: visible, ...thoughts, tool_calls: toolCalls.map(boundedCall) }
  }
  // A server without parsers leaves thoughts and calls in the text. The environment parses raw text
  // by the same rules for every policy.
  const isRaw = ['<think>', '</think>', '<tool_call>'].some((mark) => content.includes(mark))
  return isRaw ? { text: content } : { content, ...thoughtMember(reasoning) }
}

const thoughtMember = (text: string): { readonly reasoning_content?: string } =>
  text === '' ? {} : { reasoning_content: text }

/**
 * Truncates names and ids to the length that an action may have: a bad one is the model's error to
 * learn from.
 */
function boundedCall({ id, type, function: { name, arguments: args } }: ToolCall): ToolCall {
  const bounded = { name: name.slice(0, NAME_CHARACTERS_MAX), arguments: args }
  return { id: id.slice(0, NAME_CHARACTERS_MAX), type, function: bounded }
}

function orPolicyError<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw toPolicyError(error)
  }
}

function toPolicyError(error: unknown): unknown {
  if (!(error instanceof ChatError)) return error
  return new PolicyError(error.reason, error.message, { cause: error })
}
