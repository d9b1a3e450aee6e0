import type { KernelEvent, PublicEvent } from '../public-event.ts'
import type { Outcome } from '../teaching.ts'
import type { QEvent } from './events.ts'
import { exampleFailureText, NO_CODE } from './prompts.ts'

const QUOTE_CHARACTERS_MAX = 600

type CritiqueEvents = readonly (QEvent | KernelEvent)[]

/**
 * Tells a later attempt which answer failed, on which examples, and how, as far as the metrics
 * show. It never quotes hidden tests, and is empty if the first answer passed.
 */
export function critiqueQ(events: readonly PublicEvent[], outcome: Outcome): string | undefined {
  const critiqueEvents = events as CritiqueEvents
  if (critiqueEvents.every(({ kind }) => kind !== 'problem')) return undefined
  const misses = critiqueEvents.flatMap(missLesson)
  if (outcome.success && misses.length === 0) return ''
  const headline = outcome.success
    ? 'The problem was solved, but not at once.'
    : 'The problem was not solved.'
  const lines = [...misses, ...endLessons(critiqueEvents, outcome)]
  return [headline, ...new Set(lines)].join('\n')
}

function missLesson(event: CritiqueEvents[number]): string[] {
  if (event.kind === 'no_code') return [`- An answer was refused. ${NO_CODE}`]
  if (event.kind !== 'example_failed') return []
  return [`- An answer was refused. ${quote(exampleFailureText(event))}`]
}

function endLessons(critiqueEvents: CritiqueEvents, { success, metrics, end }: Outcome): string[] {
  if (success) return []
  if (metrics.no_code === 1) {
    const isLate = end.reason === 'turn_limit'
    return [
      isLate
        ? '- All messages were used up before an answer; a message without a tool call is one.'
        : '- There was no answer with code.',
    ]
  }
  const code = critiqueEvents.findLast((event) => event.kind === 'answered')?.code ?? ''
  const quoted = code === '' ? [] : [`- This answer failed:\n${quote(code)}`]
  return [...quoted, `- ${howItFailed(metrics)}`]
}

function howItFailed(metrics: Outcome['metrics']): string {
  if (metrics.load_error === 1) return 'It could not be loaded, or did not define the function.'
  if (metrics.limit_hit === 1) return 'It took too many steps, or too much memory.'
  const { tests_passed: testsPassed = 0, tests_total: total = 0 } = metrics
  const failureKind =
    metrics.runtime_error === 1 ? 'ended in an error in others' : 'was wrong in others'
  return testsPassed === 0
    ? `It failed all ${total} tests.`
    : `It passed ${testsPassed} of ${total} tests and ${failureKind}.`
}

const quote = (text: string): string =>
  text.length > QUOTE_CHARACTERS_MAX ? `${text.slice(0, QUOTE_CHARACTERS_MAX)}…` : text
