import type { CallRecord, Tokens } from './call-body.ts'
import type { AssistantMessage } from './formats/chat-form.ts'

/** What is known of a call when its tokens are counted. */
type Spending = Pick<CallRecord, 'usage' | 'answer' | 'params' | 'replayed'>

/**
 * How many sampled tokens a call counts against the budget of its episode. If the model server
 * gives neither ids nor a count, each byte of the answer counts as a token. A count without ids is
 * believed up to what the call could sample. Answers that are given again count nothing.
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
