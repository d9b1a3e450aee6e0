import type { AnswerSpan } from './spans.ts'
import { OPTION_NAMES } from './tables/patterns.ts'

/** All positions in a text that name an option by its letter. */
export function letterSpansIn(text: string): AnswerSpan[] {
  return OPTION_NAMES.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => {
      const letter = (match[1] as string).toUpperCase()
      const start = match.index + match[0].lastIndexOf(match[1] as string)
      return { start, end: start + 1, content: letter, isAnswer: true }
    }),
  )
}
