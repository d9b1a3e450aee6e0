import type { Format } from './format.ts'
import { openaiError } from './openai-error.ts'
import { fromChat } from './responses-answer.ts'
import { toChat } from './responses-request.ts'
import { createStream } from './responses-stream.ts'

/** OpenAI Responses. */
export const responses: Format = {
  toChat,
  fromChat,
  stream: createStream,
  faultBody: (fault) => ({ error: openaiError(fault) }),
  faultEvents: (fault, sent) => {
    const error = openaiError(fault)
    const { message, code = null, param = null } = error
    // The flat members follow the API. Clients raise an exception only for the member `error`.
    const data = { type: 'error', sequence_number: sent, code, message, param, error }
    return [{ event: 'error', data }]
  },
}
