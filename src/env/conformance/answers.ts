import { ATTEMPT_OUTCOMES } from '../attempt.ts'
import { END_REASONS } from '../end.ts'
import { endEpisode } from '../episode.ts'
import { describeAttempt } from '../group-account.ts'
import { type Playthrough, playScripted } from '../playthrough.ts'
import { type Bench, lastState, must } from './bench.ts'
import { nonJsonPlace } from './plain-json.ts'

const ROLES: readonly unknown[] = ['system', 'user', 'tool']
const KINDS: readonly unknown[] = ['terminated', 'truncated']

/** Checks the form of messages, events and ends, which trainers and chat templates depend on. */
export function checkAnswers({ sampled, solved, environment }: Bench): void {
  const plays = [sampled('answers'), ...(environment.audit.solve === undefined ? [] : [solved()])]
  for (const { opening, openingEvents, answers } of plays) {
    checkMessages(opening, 'the opening')
    checkEvents(openingEvents, 'the opening')
    for (const [index, { messages, events = [], end }] of answers.entries()) {
      const place = `step ${index + 1}`
      checkMessages(messages, place)
      checkEvents(events, place)
      if (end === undefined) continue
      must(KINDS.includes(end.kind), `${place} ends as ${shown(end.kind)}`)
      must(
        (END_REASONS as readonly unknown[]).includes(end.reason),
        `${place} ends for the reason ${shown(end.reason)}, not ${END_REASONS.join(', ')}`,
      )
    }
  }
}

function checkMessages(messages: readonly unknown[], place: string): void {
  for (const [index, message] of messages.entries()) {
    const { role, content } = (message ?? {}) as { role?: unknown; content?: unknown }
    const name = `message ${index + 1} of ${place}`
    must(ROLES.includes(role), `${name} has the role ${shown(role)}, not ${ROLES.join(', ')}`)
    must(typeof content === 'string', `the content of ${name} is ${shown(content)}, not text`)
    const found = nonJsonPlace(message, 'it')
    must(found === undefined, `${name} is not plain JSON: ${found}`)
  }
}

function checkEvents(events: readonly unknown[], place: string): void {
  for (const [index, event] of events.entries()) {
    const name = `event ${index + 1} of ${place}`
    const { kind } = (event ?? {}) as { kind?: unknown }
    must(typeof kind === 'string', `${name} has no kind: ${shown(event)}`)
    const found = nonJsonPlace(event, 'it')
    must(found === undefined, `${name} is not plain JSON: ${found}`)
  }
}

const SHOWN_MAX = 60
const shown = (value: unknown): string => String(JSON.stringify(value)).slice(0, SHOWN_MAX)

/** Checks that a finished attempt can be described to later ones, whether it failed or not. */
export function checkTeaching(bench: Bench): void {
  const { sampled, solved, environment } = bench
  const isSolvable = environment.audit.solve !== undefined
  const plays = [sampled('teaching-1'), sampled('teaching-2'), ...(isSolvable ? [solved()] : [])]
  for (const play of plays) checkDescription(bench, play)
}

function checkDescription({ environment, setup, script }: Bench, play: Playthrough): void {
  const last = lastState(play)
  const { end, metrics = {} } =
    last.end === undefined
      ? endEpisode(setup, last, 'client_closed').answer
      : { end: last.end, metrics: play.answers.at(-1)?.metrics ?? {} }
  if (end === undefined) return
  const outcome = { end, metrics, success: metrics.success === 1 }
  const member = { episode: 'ep_conformance', index: 0 }
  const work = describeAttempt(environment, member, play, outcome)
  const { critique, did, outcome: described } = playScripted(work, script)
  must(typeof critique === 'string', `critique returned ${shown(critique)}, not text`)
  must(typeof did === 'string', `account returned did: ${shown(did)}, not text`)
  must(
    ATTEMPT_OUTCOMES.includes(described),
    `account returned the outcome ${shown(described)}, not ${ATTEMPT_OUTCOMES.join(' or ')}`,
  )
}
