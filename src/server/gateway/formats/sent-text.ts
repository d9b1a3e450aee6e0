import type { ChatCompletion, TextDelta } from './chat-form.ts'

/** Tracks the parts of an answer's two texts that one stream has sent. */
export function createSentText() {
  let reasoning = ''
  let content = ''
  return {
    /** The part of a delta to send now. Thoughts come before the text, and never after it. */
    take: (delta: TextDelta) => {
      const thought = content === '' ? (delta.reasoning_content ?? '') : ''
      reasoning += thought
      content += delta.content ?? ''
      return { reasoning: thought, content: delta.content ?? '' }
    },
    /** The unsent rest of the complete answer. */
    rest: ({ message }: ChatCompletion) => {
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
