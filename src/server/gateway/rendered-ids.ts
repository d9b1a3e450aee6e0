import { bodyText } from '../../effects/bounded-body.ts'
import type { FailedPost } from '../../effects/chat-transport.ts'
import type { ChatUpstream } from '../../effects/chat-upstream.ts'
import type { JsonObject } from '../../sim/json.ts'
import type { ChatRequest } from './formats/chat-form.ts'

/** The path at which vLLM tokenizes a chat, relative to its `/v1`. */
const TOKENIZE = '/../tokenize'
/** Half a million ids. */
const BYTES_MAX = 4 * 1_024 * 1_024

/** A model server that did not tokenize a chat. */
export class NotRendered extends Error {
  readonly answer: FailedPost

  constructor(answer: FailedPost) {
    super(answer.problem.what)
    this.answer = answer
  }
}

interface Rendered {
  readonly model: string
  readonly upstream: ChatUpstream
}

/**
 * Tokenizes a chat with the model server's tokenizer.
 *
 * @param isPrompt whether the start of the next answer is appended
 * @throws NotRendered, an Error for an invalid answer, and the signal's reason
 */
export async function tokenized(
  { upstream, model }: Rendered,
  { messages, options }: Pick<ChatRequest, 'messages' | 'options'>,
  isPrompt: boolean,
  signal: AbortSignal,
): Promise<{ readonly count?: unknown; readonly tokens?: unknown }> {
  const { chat_template_kwargs: template } = upstream.fixed
  const body = {
    ...{ model, messages: messages as unknown as JsonObject['messages'] },
    ...(options.tools === undefined ? {} : { tools: options.tools as unknown as JsonObject[] }),
    ...(template === undefined ? {} : { chat_template_kwargs: template }),
    add_generation_prompt: isPrompt,
  } satisfies JsonObject
  const answer = await upstream.open(body, signal, TOKENIZE)
  if (answer.status === 'failed') throw new NotRendered(answer)
  const answerBody: unknown = JSON.parse(await bodyText(answer.response, BYTES_MAX))
  if (typeof answerBody !== 'object' || answerBody === null)
    throw new Error('the answer has no tokens')
  return answerBody
}

/** The token ids of a chat; throws as `tokenized`. */
export async function renderedIds(...args: Parameters<typeof tokenized>): Promise<number[]> {
  const { tokens } = await tokenized(...args)
  if (Array.isArray(tokens) && tokens.length > 0 && tokens.every(isId)) return tokens
  throw new Error('the answer has no tokens')
}

const ID_MAX = 2 ** 31 - 1

/** Whether a value is a token id that can be stored. */
export const isId = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= ID_MAX
