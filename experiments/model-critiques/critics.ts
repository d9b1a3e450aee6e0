import type { ChatClient } from '../../src/effects/chat-client.ts'
import type { PromptMessage } from '../../src/effects/chat-message.ts'
import { modelCritic } from '../../src/env/critics/model.ts'
import type { Transcript } from '../../src/env/message.ts'
import type { EffectAnswer } from '../../src/tools/effect.ts'
import { isGenerator } from '../../src/tools/effect.ts'
import { visibleWords } from '../../src/tools/model-words.ts'
import type { FailedTry } from './attempts.ts'

/**
 * Writers that ask a model. `model`: the server's own request, which contains the critique by rule.
 * `model_alone`: the conversation without that critique.
 */
export const MODEL_WRITERS = ['model', 'model_alone'] as const
export type ModelWriter = (typeof MODEL_WRITERS)[number]

/** A critique as a model wrote it. */
export interface Written {
  readonly text: string
  /** Whether the server would show it; null if the request is not the server's. */
  readonly passes_checks: boolean | null
  readonly prompt_tokens: number | null
  readonly completion_tokens: number | null
}

const ALONE = [
  'You review a failed attempt at a task, for whoever tries the task next.',
  'Below is the conversation of the attempt.',
  'Write what the next attempt should do differently, in at most eight short lines.',
  'Name the departments and the details of the customer that they asked for.',
  'Add nothing that the conversation does not say.',
].join(' ')

export async function writeCritique(
  client: ChatClient,
  writer: ModelWriter,
  failed: FailedTry,
): Promise<Written> {
  const { attempt, transcript } = failed
  if (writer === 'model_alone') {
    const user = `Conversation:\n${conversationText(transcript)}`
    const messages = [
      { role: 'system', content: ALONE },
      { role: 'user', content: user },
    ] as const
    const { answer, ...usage } = await ask(client, messages, failed)
    return { text: visibleWords(answer), passes_checks: null, ...usage }
  }
  const work = modelCritic.write({ attempt, transcript, profile: 'critic' })
  if (!isGenerator(work)) throw new Error('the critic of the server asks no model')
  const request = work.next()
  if (request.done === true) throw new Error('the critic of the server asks no model')
  const { messages } = request.value.input as unknown as { messages: readonly PromptMessage[] }
  const { answer, ...usage } = await ask(client, messages, failed)
  const passes = work.next(answer).value !== undefined
  return { text: visibleWords(answer), passes_checks: passes, ...usage }
}

async function ask(client: ChatClient, messages: readonly PromptMessage[], { index }: FailedTry) {
  const { content, usage } = await client.complete({ messages, seed: index })
  const answer: Extract<EffectAnswer, { status: 'answered' }> = {
    status: 'answered',
    output: { content },
  }
  const { promptTokens = null, completionTokens = null } = usage ?? {}
  return { answer, prompt_tokens: promptTokens, completion_tokens: completionTokens }
}

/** The turns after the opening system message, with calls as JSON. */
const conversationText = (transcript: Transcript): string =>
  transcript
    .filter(({ role }) => role !== 'system')
    .map((message) => {
      const calls = 'tool_calls' in message ? (message.tool_calls ?? []) : []
      const callTexts = calls.map(({ function: made }) => JSON.stringify(made))
      return [`${message.role}: ${message.content ?? ''}`, ...callTexts].join(' ')
    })
    .join('\n')
