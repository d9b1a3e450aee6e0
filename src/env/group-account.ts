import { perform } from '../tools/effect.ts'
import type { Attempt } from './attempt.ts'
import { readRaw } from './dialects/index.ts'
import type { Play } from './episode.ts'
import type { Transcript } from './message.ts'
import type { AnyEnvironment } from './plugin.ts'
import type { Conversation } from './public-event.ts'
import type { Account, Outcome } from './teaching.ts'

const LAST_WORDS_MAX = 160

/**
 * Describes a failed attempt with the account and critique of its environment.
 *
 * @param conversation the conversation without the block of earlier attempts, so that
 *   critiques do not grow
 */
export function* describeAttempt(
  environment: AnyEnvironment,
  member: Pick<Attempt, 'episode' | 'index'>,
  conversation: Conversation,
  outcome: Outcome,
): Play<Attempt> {
  const { events, transcript } = conversation
  const worldAccount = environment.teaching.account?.(events, outcome, transcript)
  const account = worldAccount ?? plainAccount(transcript)
  const critique = yield* worldCritique(environment, conversation, outcome)
  return { ...member, ...account, critique }
}

const LAST_ANSWER_MAX = 1_000

/** Writes the critique for later attempts: the environment's own, or the last answer. */
export function* worldCritique(
  { teaching }: AnyEnvironment,
  { events, transcript }: Conversation,
  outcome: Outcome,
): Play<string> {
  const effectfulCritique = teaching.critique?.(events, outcome, transcript)
  const critique = effectfulCritique === undefined ? undefined : yield* perform(effectfulCritique)
  if (critique !== undefined) return critique
  const last = transcript.findLast(({ role }) => role !== 'assistant')
  if (outcome.success || last === undefined) return ''
  return `The last answer was: ${last.content.slice(0, LAST_ANSWER_MAX)}`
}

/** An account that works for every environment: the number of calls by tool, and the last words. */
function plainAccount(transcript: Transcript): Account {
  const counts = new Map<string, number>()
  let lastWords = ''
  for (const message of transcript) {
    if (message.role !== 'assistant') continue
    const rawTurn = readRaw(message.content)
    const calls = message.tool_calls ?? rawTurn.calls
    for (const { function: called } of calls) {
      counts.set(called.name, (counts.get(called.name) ?? 0) + 1)
    }
    lastWords = calls.length > 0 ? '' : rawTurn.content
  }
  const calls = [...counts].map(([name, count]) => (count === 1 ? name : `${name} ${count} times`))
  const parts = [
    calls.length === 0 ? 'no tool was called.' : `called ${calls.join(', ')}.`,
    ...(lastWords === '' ? [] : [`Its last words: ${shorten(lastWords)}`]),
  ]
  return { outcome: 'failed', did: parts.join(' ') }
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > LAST_WORDS_MAX ? `…${line.slice(-LAST_WORDS_MAX)}` : line
}
