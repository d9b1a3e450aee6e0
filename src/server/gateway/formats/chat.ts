import { createStream, fromChat } from './chat-answer.ts'
import { toChat } from './chat-request.ts'
import type { Format } from './format.ts'
import { openaiError } from './openai-error.ts'

/** OpenAI Chat Completions. The other formats are translated to it. */
export const chat: Format = {
  toChat,
  fromChat,
  stream: createStream,
  faultBody: (fault) => ({ error: openaiError(fault) }),
  faultEvents: (fault) => [{ data: { error: openaiError(fault) } }, { data: '[DONE]' }],
}
