import type { EffectAnswer } from './effect.ts'

/**
 * The words of a chat effect's answer that are fit to be shown: without thoughts and without marks
 * of chat templates, which would end the turn of whoever reads them. Empty if there are none.
 */
export function wordsOf({
  output,
}: Extract<EffectAnswer, { readonly status: 'answered' }>): string {
  if (typeof output !== 'object' || output === null || Array.isArray(output)) return ''
  const { content } = output as { readonly content?: unknown }
  if (typeof content !== 'string') return ''
  return withoutMarks(afterThinking(content)).trim()
}

const withoutMarks = (content: string): string =>
  content.replace(/<\|[^|<>]{1,40}\|>|<\/?(think|tool_call|tool_response)>/g, '')

/** Models that think aloud may name what they should keep to themselves while they do. */
function afterThinking(content: string): string {
  const end = content.lastIndexOf('</think>')
  if (end >= 0) return content.slice(end + '</think>'.length)
  return content.includes('<think>') ? '' : content
}
