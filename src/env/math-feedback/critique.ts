import type { EndReason } from '../end.ts'
import type { KernelEvent, PublicEvent } from '../public-event.ts'
import type { Outcome } from '../teaching.ts'
import { answerFoundIn, type MathEvent, type RequestedForm } from './events.ts'

const QUOTE_CHARACTERS_MAX = 120
const FEEDBACK_TOOL = 'get_feedback'

type CritiqueEvents = readonly (MathEvent | KernelEvent)[]

/**
 * Tells a later attempt which answers were wrong and what the tutor said about them. It uses only
 * what the agent could see, and never quotes an answer that is or may be right. It is empty if the
 * answer was right and nothing went wrong before.
 */
export function critiqueMath(events: readonly PublicEvent[], outcome: Outcome): string | undefined {
  const critiqueEvents = events as CritiqueEvents
  const problem = critiqueEvents.find((event) => event.kind === 'problem')
  if (problem === undefined) return undefined
  const isReturned = critiqueEvents.some(({ kind }) => kind === 'answer_returned')
  const returnLessons = isReturned ? ['An answer was handed back to be worked out.'] : []
  const isAsked = critiqueEvents.some(({ kind }) => kind === 'answer_asked')
  const formLessons = isAsked ? ['A message stated no answer in the form asked for.'] : []
  const feedbackLessons = critiqueEvents.flatMap((event) => feedbackLessonsFrom(problem, event))
  const lessons = [...feedbackLessons, ...returnLessons, ...formLessons]
  if (outcome.success && lessons.length === 0) return ''
  const headline = outcome.success
    ? 'The problem was solved, but not at once.'
    : 'The problem was not solved.'
  const lines = new Set(
    [...lessons, ...endLessons(critiqueEvents, outcome)].map((lesson) => `- ${lesson}`),
  )
  return [headline, ...lines].join('\n')
}

function feedbackLessonsFrom(problem: RequestedForm, event: CritiqueEvents[number]): string[] {
  if (event.kind !== 'feedback') return []
  const tutorText = `The tutor said: ${event.text.replace(/\s+/g, ' ')}`
  // An unfinished answer is not quoted, because its value may be right.
  if (event.verdict === 'unfinished') return [`An answer was not worked out. ${tutorText}`]
  if (event.verdict !== 'wrong') return []
  const quoted = quote(answerFoundIn(problem, event.answer))
  return [`${quoted === '' ? 'An answer' : `The answer ${quoted}`} was not right. ${tutorText}`]
}

/** Sentences that follow from how the episode ended, without interpretation. */
function endLessons(critiqueEvents: CritiqueEvents, { success, end, metrics }: Outcome): string[] {
  if (success) return []
  const wasRight = critiqueEvents.some(
    (event) => event.kind === 'feedback' && event.verdict === 'right',
  )
  const abandoned = wasRight
    ? ['An answer that the tutor had called right was not given as the last one.']
    : []
  return [...abandoned, lastLesson(critiqueEvents, end.reason, metrics)]
}

function lastLesson(
  critiqueEvents: CritiqueEvents,
  reason: EndReason,
  metrics: Outcome['metrics'],
): string {
  if (reason === 'gave_up') return 'Two messages held neither an answer nor a call.'
  if (reason !== 'answered' && reason !== 'turn_limit') {
    return 'It was cut short before a last answer was given.'
  }
  if (metrics.no_answer === 1) {
    return onlyAsked(critiqueEvents)
      ? 'All messages asked for feedback; a message without a tool call is the answer.'
      : 'The last message held no answer in the form asked for.'
  }
  if (metrics.unworked === 1) return 'The last answer was not worked out to the end.'
  const last = critiqueEvents.findLast((event) => event.kind === 'answered')
  return `The last answer ${quote(last?.answer ?? null)} was not right.`
}

/** Whether every message, including the last, asked for feedback. */
function onlyAsked(critiqueEvents: CritiqueEvents): boolean {
  const isOther = (event: CritiqueEvents[number]): boolean => {
    if (event.kind === 'call_rejected') return event.tool !== FEEDBACK_TOOL
    return ['nudged', 'answer_returned', 'answer_asked'].includes(event.kind)
  }
  const asksLast = critiqueEvents.some(
    (event) => event.kind === 'call_too_late' && event.tool === FEEDBACK_TOOL,
  )
  return asksLast && !critiqueEvents.some(isOther)
}

function quote(answer: string | null): string {
  if (answer === null) return ''
  const line = answer.replace(/\s+/g, ' ')
  const isLong = line.length > QUOTE_CHARACTERS_MAX
  return JSON.stringify(isLong ? `${line.slice(0, QUOTE_CHARACTERS_MAX)}…` : line)
}
