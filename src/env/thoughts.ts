import type { Transcript } from './message.ts'

/**
 * Which thoughts of earlier turns a model is shown: all, none, or those of its last turn. A run
 * trains by one of them, and its model is evaluated by the same.
 */
export const THOUGHT_POLICIES = ['keep', 'drop', 'keep_last'] as const
export type ThoughtPolicy = (typeof THOUGHT_POLICIES)[number]

const THINK_START = '<think>'
const CLOSE = '</think>'

/** A text without the thoughts at its start. */
export function afterThoughts(text: string): string {
  const end = endOfThoughts(text)
  return end === 0 ? text : text.slice(end).trim()
}

/** The thoughts at the start of a text, without their marks; empty if there are none. */
export const thoughtsIn = (text: string): string =>
  text.slice(0, endOfThoughts(text)).replaceAll(THINK_START, '').replaceAll(CLOSE, '').trim()

/** The thoughts at the start of a text, with their marks; empty if there are none. */
export const markedThoughts = (text: string): string => text.slice(0, endOfThoughts(text)).trim()

/**
 * Where the thoughts at the start of a text end; 0 if there are none. The prompt may have opened
 * the first one. A mark in what is said later is part of that.
 */
function endOfThoughts(text: string): number {
  let end = 0
  do {
    const close = text.indexOf(CLOSE, end)
    const startAt = text.indexOf(THINK_START, end)
    const isOpenedLater = startAt >= 0 && startAt < close && text.slice(end, startAt).trim() !== ''
    if (close < 0 || isOpenedLater) break
    end = close + CLOSE.length
  } while (text.slice(end).trimStart().startsWith(THINK_START))
  return end
}

/** The conversation with those thoughts that the policy shows. */
export function withThoughts(transcript: Transcript, policy: ThoughtPolicy): Transcript {
  const hides = hidesThoughts(transcript, policy)
  return transcript.map((message, index) => {
    if (message.role !== 'assistant' || !hides(index)) return message
    const { reasoning_content: _, ...said } = message
    return { ...said, content: afterThoughts(said.content) }
  })
}

/** Whether the policy hides the thoughts of a message, by its place in the conversation. */
export function hidesThoughts(
  messages: readonly { readonly role?: unknown }[],
  policy: ThoughtPolicy,
): (index: number) => boolean {
  const last = messages.findLastIndex(({ role }) => role === 'assistant')
  return (index) =>
    policy !== 'keep' &&
    messages[index]?.role === 'assistant' &&
    !(policy === 'keep_last' && index === last)
}
