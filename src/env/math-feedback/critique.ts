import { saysRight, saysUnfinished, saysWrong } from '../../sim/math/tutor/rule-feedback.ts'
import type { EndReason } from '../end.ts'
import type { Transcript } from '../message.ts'
import type { Outcome } from '../teaching.ts'
import { answerFoundIn, readEpisode, type SeenAttempt, type SeenEpisode } from './transcript.ts'

const QUOTE_CHARACTERS_MAX = 120

/**
 * What a later attempt at the problem should know: which answers were wrong, and what the tutor
 * said about them. Only what the agent could see, and never an answer that was right or may have
 * been; empty after a right answer that took no feedback.
 */
export function critiqueMath(_: unknown, outcome: Outcome, transcript: Transcript): string {
  const seen = readEpisode(transcript)
  const returned = seen.returned > 0 ? ['An answer was handed back to be worked out.'] : []
  const shown = seen.attempts.flatMap((attempt) => attemptLesson(seen, attempt))
  const asked = seen.asked ? ['A message stated no answer in the form asked for.'] : []
  const lessons = [...shown, ...returned, ...asked]
  if (outcome.success && lessons.length === 0) return ''
  const headline = outcome.success
    ? 'The problem was solved, but not at once.'
    : 'The problem was not solved.'
  const lines = new Set([...lessons, ...endLessons(seen, outcome)].map((lesson) => `- ${lesson}`))
  return [headline, ...lines].join('\n')
}

function attemptLesson(seen: SeenEpisode, { answer, feedback }: SeenAttempt): string[] {
  const said = `The tutor said: ${feedback.replace(/\s+/g, ' ')}`
  // What is not worked out is not quoted: its value may be the right one.
  if (saysUnfinished(feedback)) return [`An answer was not worked out. ${said}`]
  if (!saysWrong(feedback)) return []
  const quoted = quote(seen, answer)
  return [`${quoted === '' ? 'An answer' : `The answer ${quoted}`} was not right. ${said}`]
}

/** Every sentence follows from how the episode ended, and not from what that may mean. */
function endLessons(seen: SeenEpisode, { success, end, metrics }: Outcome): string[] {
  if (success) return []
  const givenUp = seen.attempts.some(({ feedback }) => saysRight(feedback))
    ? ['An answer that the tutor had called right was not given as the last one.']
    : []
  return [...givenUp, lastLesson(seen, end.reason, metrics)]
}

function lastLesson(seen: SeenEpisode, reason: EndReason, metrics: Outcome['metrics']): string {
  if (reason === 'gave_up') return 'Two messages held neither an answer nor a call.'
  if (reason !== 'answered' && reason !== 'turn_limit') {
    return 'It was cut short before a last answer was given.'
  }
  if (metrics.no_answer === 1) {
    return seen.turns.every(({ asks }) => asks)
      ? 'All messages asked for feedback; a message without a tool call is the answer.'
      : 'The last message held no answer in the form asked for.'
  }
  if (metrics.unworked === 1) return 'The last answer was not worked out to the end.'
  return `The last answer ${quote(seen, seen.turns.at(-1)?.content ?? '')} was not right.`
}

function quote(seen: SeenEpisode, text: string): string {
  const found = answerFoundIn(seen, text)
  if (found === null) return ''
  const line = found.replace(/\s+/g, ' ')
  const isLong = line.length > QUOTE_CHARACTERS_MAX
  return JSON.stringify(isLong ? `${line.slice(0, QUOTE_CHARACTERS_MAX)}…` : line)
}
