import { withDeadline } from '../../effects/deadline.ts'
import { Fault } from '../../wire/faults.ts'
import type { ChatRequest } from './formats/chat-form.ts'
import type { GatewayProfile } from './profiles.ts'
import { NotRendered, tokenized } from './rendered-ids.ts'

/**
 * The number of tokens in the prompt of a request, as the model server counts them.
 *
 * @throws Fault `request/not_found` if the server has no such tokenizer; `gateway/failed`,
 *   `gateway/unavailable`
 */
export async function promptTokens(
  profile: GatewayProfile,
  request: ChatRequest,
  signal: AbortSignal,
): Promise<number> {
  const subject = `profile ${profile.name}: the model server`
  try {
    return await withDeadline(profile.profile.deadline_ms, signal, async (deadlineSignal) => {
      const isPrompt = request.messages.at(-1)?.role !== 'assistant'
      const { count } = await tokenized(profile, request, isPrompt, deadlineSignal)
      if (Number.isSafeInteger(count) && Number(count) >= 0) return Number(count)
      throw new Error('the answer has no count')
    })
  } catch (error) {
    if (!(error instanceof NotRendered)) {
      throw new Fault('gateway/failed', `${subject} gave no count of tokens`, { cause: error })
    }
    const { problem, retryable, retryAfterMs } = error.answer
    if (!retryable) throw uncounted(subject)
    throw new Fault('gateway/unavailable', `${subject} ${problem.what}`, {
      details: { retry_after_s: Math.max(1, Math.ceil(retryAfterMs / 1_000)) },
    })
  }
}

const uncounted = (subject: string): Fault =>
  new Fault('request/not_found', `${subject} counts no tokens`, {
    hint: 'Send the request itself: its answer has the usage.',
  })
