import type { CallRow } from '../../store/call-log.ts'
import type { ModelCallResult } from '../../wire/model-call.ts'
import { unpackCall } from './call-body.ts'

/** A stored call as clients and exports have it. */
export function callResult({ call, body }: Pick<CallRow, 'call' | 'body'>): ModelCallResult {
  const { record, tokens } = unpackCall(body)
  const { shown: _, ...rest } = record
  return {
    call,
    ...(rest as unknown as Omit<ModelCallResult, 'call' | 'prompt_ids' | 'token_ids'>),
    prompt_ids: tokens && [...tokens.prompt],
    token_ids: tokens && [...tokens.ids],
    logprobs: tokens && [...tokens.logprobs],
  }
}
