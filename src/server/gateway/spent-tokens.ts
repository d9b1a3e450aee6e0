import type { CallRecord, Tokens } from './call-body.ts'
import type { AssistantMessage } from './formats/chat-form.ts'

/** The facts about a call that are needed to count its tokens. */
type Spending = Pick<CallRecord, 'usage' | 'answer' | 'params' | 'replayed'>

/**
 * How many sampled tokens of a call count against the budget of its episode. If the model server
 * sends neither ids nor a count, each byte of the answer counts as a token. A count without ids is
 * limited to what the call could sample. Replayed answers cost nothing.
 */
export function spentTokens(call: Spending, tokens: Pick<Tokens, 'ids'> | null): number {
  const { usage, answer, params, replayed } = call
  if (replayed !== undefined) return 0
  const most = typeof params.max_tokens === 'number' ? params.max_tokens : Number.POSITIVE_INFINITY
  const counted = Math.min(most, usage?.completion_tokens ?? 0)
  const known = Math.max(counted, tokens?.ids.length ?? 0)
  if (known > 0 || answer === null) return known
  return Math.min(most, Math.max(1, bytesOf(answer)))
}

function bytesOf({ content, reasoning_content: thoughts = '', tool_calls }: AssistantMessage) {
  const calls = (tool_calls ?? []).map(({ function: { name, arguments: args } }) => name + args)
  return Buffer.byteLength([content ?? '', thoughts, ...calls].join(''))
}
