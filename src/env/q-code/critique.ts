import { extractCode } from '../../sim/q-problems/judge/extract.ts'
import type { Transcript } from '../message.ts'
import type { Outcome } from '../teaching.ts'
import { readEpisode, type SeenEpisode } from './transcript.ts'

const QUOTE_CHARACTERS_MAX = 600

/**
 * What a later attempt at the problem should know: the answer that failed, the examples that it
 * failed, and how it failed as far as the metrics tell. Hidden tests are never quoted; empty after
 * an answer that passed at once.
 */
export function critiqueQ(_: unknown, outcome: Outcome, transcript: Transcript): string {
  const seen = readEpisode(transcript)
  if (outcome.success && seen.misses.length === 0) return ''
  const headline = outcome.success
    ? 'The problem was solved, but not at once.'
    : 'The problem was not solved.'
  const lines = [...seen.misses.map(missLesson), ...endLessons(seen, outcome)]
  return [headline, ...new Set(lines)].join('\n')
}

const missLesson = (miss: string): string =>
  `- An answer was refused. ${quote(miss.replace(/\n\nYou may answer .*$/, ''))}`

function endLessons(seen: SeenEpisode, { success, metrics, end }: Outcome): string[] {
  if (success) return []
  if (metrics.no_code === 1) {
    const isLate = end.reason === 'turn_limit'
    return [
      isLate
        ? '- All messages were used up before an answer; a message without a tool call is one.'
        : '- There was no answer with code.',
    ]
  }
  const code = seen.final === null ? '' : extractCode(seen.final)
  const quoted = code === '' ? [] : [`- This answer failed:\n${quote(code)}`]
  return [...quoted, `- ${howItFailed(metrics)}`]
}

function howItFailed(metrics: Outcome['metrics']): string {
  if (metrics.load_error === 1) return 'It could not be loaded, or did not define the function.'
  if (metrics.limit_hit === 1) return 'It took too many steps, or too much memory.'
  const { tests_passed: passed = 0, tests_total: total = 0 } = metrics
  const how = metrics.runtime_error === 1 ? 'ended in an error in others' : 'was wrong in others'
  return passed === 0
    ? `It failed all ${total} tests.`
    : `It passed ${passed} of ${total} tests and ${how}.`
}

const quote = (text: string): string =>
  text.length > QUOTE_CHARACTERS_MAX ? `${text.slice(0, QUOTE_CHARACTERS_MAX)}…` : text
