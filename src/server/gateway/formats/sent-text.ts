import type { ChatCompletion, TextDelta } from './chat-form.ts'

/** What a stream has sent of the two texts of an answer. */
interface SentText {
  /** What may be sent of a delta now: thoughts come first, and not again after the text. */
  take(delta: TextDelta): { readonly reasoning: string; readonly content: string }
  /** What is left of the whole answer. */
  rest(completion: ChatCompletion): { readonly reasoning: string; readonly content: string }
}

/** Keeps account of one stream. */
export function createSentText(): SentText {
  let reasoning = ''
  let content = ''
  return {
    take: (delta) => {
      const thought = content === '' ? (delta.reasoning_content ?? '') : ''
      reasoning += thought
      content += delta.content ?? ''
      return { reasoning: thought, content: delta.content ?? '' }
    },
    rest: ({ message }) => {
      const thoughts = message.reasoning_content ?? ''
      const text = message.content ?? ''
      if (!thoughts.startsWith(reasoning) || !text.startsWith(content)) {
        throw new Error('the answer does not begin with the text that its stream has sent')
      }
      // Thoughts that came after the text began would be out of order in the stream.
      const isLate = content !== ''
      return {
        reasoning: isLate ? '' : thoughts.slice(reasoning.length),
        content: text.slice(content.length),
      }
    },
  }
}
