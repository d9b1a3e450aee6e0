import { saysRight, saysWrong } from '../../sim/math/tutor/rule-feedback.ts'
import type { Outcome } from '../environment.ts'
import type { Transcript } from '../message.ts'
import { answerFoundIn, readEpisode, type SeenAttempt, type SeenEpisode } from './transcript.ts'

const QUOTE_CHARACTERS_MAX = 120

/**
 * What a later attempt at the problem should know: which answers were wrong, and what the tutor
 * said about them. Only what the agent could see, and never an answer that was right or may have
 * been; empty after a right answer that took no feedback.
 */
export function critiqueMath(transcript: Transcript, outcome: Outcome): string {
  const seen = readEpisode(transcript)
  const lessons = seen.attempts.flatMap((attempt) => attemptLesson(seen, attempt))
  if (outcome.success && lessons.length === 0) return ''
  const headline = outcome.success
    ? 'The problem was solved, but not at once.'
    : 'The problem was not solved.'
  const lines = new Set([...lessons, ...endLessons(seen, outcome)].map((lesson) => `- ${lesson}`))
  return [headline, ...lines].join('\n')
}

function attemptLesson(seen: SeenEpisode, { answer, feedback }: SeenAttempt): string[] {
  if (!saysWrong(feedback)) return []
  const quoted = quote(seen, answer)
  const tried = quoted === '' ? 'An answer was not right' : `The answer ${quoted} was not right`
  return [`${tried}. The tutor said: ${feedback.replace(/\s+/g, ' ')}`]
}

function endLessons(seen: SeenEpisode, { success, end }: Outcome): string[] {
  if (success) return []
  if (seen.attempts.some(({ feedback }) => saysRight(feedback))) {
    return ['An answer that the tutor had called right was not the one given in the end.']
  }
  if (seen.final === null) {
    const why = end.reason === 'turn_limit' ? 'All messages were used up on' : 'It ended in'
    return [`${why} requests for feedback; a message without a tool call is the answer.`]
  }
  const quoted = quote(seen, seen.final)
  if (quoted === '') return ['The last message held no answer in the form asked for.']
  return [`The final answer ${quoted} was not right.`]
}

function quote(seen: SeenEpisode, text: string): string {
  const found = answerFoundIn(seen, text).text
  if (found === null) return ''
  const line = found.replace(/\s+/g, ' ')
  const isLong = line.length > QUOTE_CHARACTERS_MAX
  return JSON.stringify(isLong ? `${line.slice(0, QUOTE_CHARACTERS_MAX)}…` : line)
}
