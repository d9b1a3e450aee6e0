import type { Transcript } from '../env/message.ts'

/**
 * Which thoughts of earlier turns a model is shown: all, none, or those of its last turn. A run
 * trains by one of them, and its model is evaluated by the same.
 */
export const THOUGHT_POLICIES = ['keep', 'drop', 'keep_last'] as const
export type ThoughtPolicy = (typeof THOUGHT_POLICIES)[number]

const OPEN = '<think>'
const CLOSE = '</think>'

/** A text without the thoughts at its start. */
export function afterThoughts(text: string): string {
  const end = text.lastIndexOf(CLOSE)
  return end < 0 ? text : text.slice(end + CLOSE.length).trim()
}

/** The thoughts at the start of a text, without their marks; empty if there are none. */
export function thoughtsIn(text: string): string {
  const end = text.lastIndexOf(CLOSE)
  return end < 0 ? '' : text.slice(0, end).replace(OPEN, '').trim()
}

/** The conversation with those thoughts that the policy shows. */
export function withThoughts(transcript: Transcript, policy: ThoughtPolicy): Transcript {
  if (policy === 'keep') return transcript
  const last = transcript.findLastIndex(({ role }) => role === 'assistant')
  return transcript.map((message, index) => {
    if (message.role !== 'assistant' || (policy === 'keep_last' && index === last)) return message
    const { reasoning_content: _, ...said } = message
    return { ...said, content: afterThoughts(said.content) }
  })
}
