import type { CallRow } from '../../store/call-log.ts'
import type { ModelCallResult } from '../../wire/model-call.ts'
import { unpackCall } from './call-body.ts'
import { cutTexts } from './token-texts.ts'

/** A stored call in the form that clients and exports get. */
export function callResult({ call, body }: Pick<CallRow, 'call' | 'body'>): ModelCallResult {
  const { record, tokens } = unpackCall(body)
  const { shown: _, token_texts: texts, ...rest } = record
  return {
    call,
    ...(rest as unknown as Omit<
      ModelCallResult,
      'call' | 'prompt_ids' | 'token_ids' | 'token_texts'
    >),
    prompt_ids: tokens && [...tokens.prompt],
    token_ids: tokens && [...tokens.ids],
    ...(texts === undefined ? {} : { token_texts: cutTexts(texts) }),
    logprobs: tokens && [...tokens.logprobs],
  }
}
