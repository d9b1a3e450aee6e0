import type { PublicEvent } from '../public-event.ts'
import type { MathEvent, RequestedForm } from './events.ts'

type Feedback = Extract<MathEvent, { readonly kind: 'feedback' }>

/** An answer that was shown to the tutor, with its reply; the reply is absent if it was refused. */
type SeenAttempt = Omit<Feedback, 'kind'>

/** What a player can derive from an episode. */
export interface SeenEpisode extends RequestedForm {
  readonly question: string
  readonly attempts: readonly SeenAttempt[]
  /** The number of answered calls, used for new ids. */
  readonly callsAnswered: number
}

const NO_PROBLEM = { question: '', answer_kind: 'expression', options: [] } as const

/** Reads the events of an episode. Without events, the result is incomplete but valid. */
export function readSeenEpisode(events: readonly PublicEvent[]): SeenEpisode {
  const mathEvents = events as readonly MathEvent[]
  const problem = mathEvents.find((event) => event.kind === 'problem') ?? NO_PROBLEM
  const { question, answer_kind, options } = problem
  const callsAnswered = events.filter(({ call_id }) => call_id !== undefined).length
  return { question, answer_kind, options, attempts: mathEvents.flatMap(attemptIn), callsAnswered }
}

function attemptIn(event: MathEvent): readonly SeenAttempt[] {
  if (event.kind === 'feedback') return [event]
  if (event.kind !== 'feedback_refused') return []
  return [{ answer: event.answer, verdict: 'untold', finding: null, text: '' }]
}
