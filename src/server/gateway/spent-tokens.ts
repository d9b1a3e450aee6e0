import type { CallRecord, ModelCallTokens } from './call-body.ts'
import type { AssistantTextMessage } from './formats/chat-form.ts'

/** The facts about a call that are needed to count its tokens. */
type Spending = Pick<CallRecord, 'usage' | 'answer' | 'params' | 'replayed'>

/**
 * How many sampled tokens of a call count against the budget of its episode. If the model server
 * sends neither ids nor a count, each byte of the answer counts as a token. A count without ids is
 * limited to what the call could sample. Replayed answers cost nothing.
 */
export function spentTokens(call: Spending, tokens: Pick<ModelCallTokens, 'ids'> | null): number {
  const { usage, answer, params, replayed } = call
  if (replayed !== undefined) return 0
  const tokensMax =
    typeof params.max_tokens === 'number' ? params.max_tokens : Number.POSITIVE_INFINITY
  const reportedTokens = Math.min(tokensMax, usage?.completion_tokens ?? 0)
  const knownTokens = Math.max(reportedTokens, tokens?.ids.length ?? 0)
  if (knownTokens > 0 || answer === null) return knownTokens
  return Math.min(tokensMax, Math.max(1, answerBytes(answer)))
}

function answerBytes({
  content,
  reasoning_content: thoughts = '',
  tool_calls,
}: AssistantTextMessage) {
  const calls = (tool_calls ?? []).map(({ function: { name, arguments: args } }) => name + args)
  return Buffer.byteLength([content ?? '', thoughts, ...calls].join(''))
}
