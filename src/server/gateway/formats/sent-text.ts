import type { ChatCompletion, TextDelta } from './chat-form.ts'

/** The parts of an answer's two texts that a stream has sent. */
interface SentText {
  /** The part of a delta to send now. Thoughts come before the text, and never after it. */
  take(delta: TextDelta): { readonly reasoning: string; readonly content: string }
  /** The unsent rest of the complete answer. */
  rest(completion: ChatCompletion): { readonly reasoning: string; readonly content: string }
}

/** Tracks one stream. */
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
      // Thoughts that arrive after the text would be out of order in the stream.
      const isLate = content !== ''
      return {
        reasoning: isLate ? '' : thoughts.slice(reasoning.length),
        content: text.slice(content.length),
      }
    },
  }
}
