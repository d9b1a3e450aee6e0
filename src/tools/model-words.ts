import type { EffectAnswer } from './effect.ts'

/**
 * The text of a chat answer without thoughts and chat-template marks; a mark would end the reader's
 * turn. Empty if no text is left.
 */
export function visibleWords({
  output,
}: Extract<EffectAnswer, { readonly status: 'answered' }>): string {
  if (typeof output !== 'object' || output === null || Array.isArray(output)) return ''
  const { content } = output as { readonly content?: unknown }
  if (typeof content !== 'string') return ''
  return withoutMarks(afterThinking(content)).trim()
}

const withoutMarks = (content: string): string =>
  content.replace(/<\|[^|<>]{1,40}\|>|<\/?(think|tool_call|tool_response)>/g, '')

/** Thoughts may contain what the model must not reveal. */
function afterThinking(content: string): string {
  const end = content.lastIndexOf('</think>')
  if (end >= 0) return content.slice(end + '</think>'.length)
  return content.includes('<think>') ? '' : content
}
