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
 * @param seen the conversation without the block of earlier attempts, so that critiques do not grow
 */
export function* describeAttempt(
  environment: AnyEnvironment,
  member: Pick<Attempt, 'episode' | 'index'>,
  seen: Conversation,
  outcome: Outcome,
): Play<Attempt> {
  const { events, transcript } = seen
  const own = environment.teaching.account?.(events, outcome, transcript)
  const account = own ?? plainAccount(transcript)
  const critique = yield* critiqueOf(environment, seen, outcome)
  return { ...member, ...account, critique }
}

const LAST_ANSWER_MAX = 1_000

/** Writes the critique for later attempts: the environment's own, or the last answer. */
export function* critiqueOf(
  { teaching }: AnyEnvironment,
  { events, transcript }: Conversation,
  outcome: Outcome,
): Play<string> {
  const asked = teaching.critique?.(events, outcome, transcript)
  const own = asked === undefined ? undefined : yield* perform(asked)
  if (own !== undefined) return own
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
    const read = readRaw(message.content)
    const calls = message.tool_calls ?? read.calls
    for (const { function: called } of calls) {
      counts.set(called.name, (counts.get(called.name) ?? 0) + 1)
    }
    lastWords = calls.length > 0 ? '' : read.content
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
