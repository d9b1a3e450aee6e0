import { bodyText } from '../../effects/bounded-body.ts'
import { withDeadline } from '../../effects/deadline.ts'
import type { JsonObject } from '../../sim/json.ts'
import { Fault } from '../../wire/faults.ts'
import type { ChatRequest } from './formats/chat-form.ts'
import type { GatewayProfile } from './profiles.ts'

/** Where vLLM counts the tokens of a chat, beside its `/v1`. */
const TOKENIZE = '/../tokenize'
const BYTES_MAX = 16 * 1_024 * 1_024

/**
 * How many tokens the prompt of a request has, as the tokenizer of the model server counts them.
 *
 * @throws Fault `request/not_found` if the server has no such tokenizer; `gateway/failed`,
 *   `gateway/unavailable`
 */
export async function promptTokens(
  { name, profile, upstream, model }: GatewayProfile,
  { messages, options }: ChatRequest,
  signal: AbortSignal,
): Promise<number> {
  const { chat_template_kwargs: template } = upstream.fixed
  const body = {
    ...{ model, messages: messages as unknown as JsonObject['messages'] },
    ...(options.tools === undefined ? {} : { tools: options.tools as unknown as JsonObject[] }),
    ...(template === undefined ? {} : { chat_template_kwargs: template }),
    add_generation_prompt: true,
  } satisfies JsonObject
  const where = `profile ${name}: the model server`
  try {
    return await withDeadline(profile.deadline_ms, signal, async (own) => {
      const answer = await upstream.open(body, own, TOKENIZE)
      if (answer.status === 'open') return countIn(await bodyText(answer.response, BYTES_MAX))
      const { problem, retryable, retryAfterMs } = answer
      if (!retryable) throw uncounted(where)
      throw new Fault('gateway/unavailable', `${where} ${problem.what}`, {
        details: { retry_after_s: Math.max(1, Math.ceil(retryAfterMs / 1_000)) },
      })
    })
  } catch (error) {
    if (error instanceof Fault) throw error
    throw new Fault('gateway/failed', `${where} gave no count of tokens`, { cause: error })
  }
}

function countIn(text: string): number {
  const { count } = JSON.parse(text) as { count?: unknown }
  if (Number.isSafeInteger(count) && Number(count) >= 0) return Number(count)
  throw new Error('the answer has no count')
}

const uncounted = (where: string): Fault =>
  new Fault('request/not_found', `${where} counts no tokens`, {
    hint: 'Send the request itself: its answer has the usage.',
  })
