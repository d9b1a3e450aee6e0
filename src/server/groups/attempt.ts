import { assistantMessage } from '../../env/assistant-message.ts'
import type { Attempt } from '../../env/attempt.ts'
import { type CriticName, criticOf } from '../../env/critics/index.ts'
import { tellAttempt } from '../../env/group-account.ts'
import { withoutAttempts } from '../../env/group-block.ts'
import type { GroupEvent } from '../../env/group-state.ts'
import type { SteppedPayload } from '../../env/log.ts'
import type { AssistantMessage, ChatMessage, Transcript } from '../../env/message.ts'
import type { StoredEpisode } from '../../store/event-store.ts'
import { perform } from '../../tools/effect.ts'
import type { HostCore } from '../core.ts'
import { countOne } from '../host-metrics.ts'
import { drive } from '../operations/drive.ts'
import { openingOf } from '../operations/load.ts'
import type { Seat } from './table.ts'

interface ReadAttempt {
  readonly attempt: Attempt
  readonly transcript: Transcript
}

type Written = Pick<Extract<GroupEvent, { kind: 'critique' }>, 'critique' | 'isAwaitingPost'>

/**
 * A failed attempt with its critique: what it did, from its log, and what it teaches. If the
 * trainer is to write the critique, the attempt has the rules' until then. `nothing` if the log was
 * pruned.
 *
 * @throws StoreError, and what the environment throws over a log that is not its own
 */
export async function writeAttempt(core: HostCore, seat: Seat): Promise<Written> {
  const { group, episode } = seat
  const owner = group.key.principal
  const read = await core.turns.begin(
    owner,
    async () => (await attemptInMemory(core, seat)) ?? (await attemptInStore(core, seat)),
  )
  core.groups.dropTranscript(seat)
  if (read === undefined) return { critique: 'nothing' }
  const kept = await core.store.book.critique(episode)
  if (kept !== undefined) return { critique: { ...read.attempt, critique: kept.text } }
  const critic = group.state.rules?.feedback.critique ?? 'rule'
  if (criticOf(critic).writes === 'when_posted') {
    return { critique: read.attempt, isAwaitingPost: true }
  }
  const critique = await writtenBy(core, critic, read, owner)
  return { critique: { ...read.attempt, critique } }
}

async function attemptInMemory(
  core: HostCore,
  { transcript, outcome, index, episode, group }: Seat,
): Promise<ReadAttempt | undefined> {
  const entry = core.catalog.get(group.state.rules?.env ?? '')
  if (transcript === undefined || outcome === undefined || entry === undefined) return undefined
  const play = tellAttempt(entry.environment, { episode, index }, transcript, outcome)
  return { attempt: (await drive(core, group.key.principal, play)).result, transcript }
}

/** Undefined if the log is gone or damaged. */
async function attemptInStore(
  core: HostCore,
  { index, episode, group }: Seat,
): Promise<ReadAttempt | undefined> {
  const stored = await core.store.log.load(episode)
  if (stored === undefined || stored.defect !== null) return undefined
  return readAttempt(core, stored, { index, episode }, group.key.principal)
}

/**
 * An attempt that ended without success, from its log.
 *
 * @throws Error if the log is not one of an environment that is here
 */
export async function readAttempt(
  core: HostCore,
  stored: StoredEpisode,
  place: Pick<Attempt, 'episode' | 'index'>,
  owner: string,
): Promise<ReadAttempt> {
  const { episode } = place
  const opening = openingOf(stored)
  const entry = core.catalog.get(opening.environment)
  if (entry === undefined) throw new Error(`there is no environment ${opening.environment}`)
  const { settings, dialect } = opening
  const reading = { environment: entry.environment, settings, dialect }
  const begun = withoutAttempts(opening.messages, opening.attempts_shown)
  const transcript: (ChatMessage | AssistantMessage)[] = [...begun]
  let last: SteppedPayload | undefined
  for (const row of stored.rows.slice(1)) {
    last = JSON.parse(row.payload) as SteppedPayload
    if (last.action !== undefined) transcript.push(assistantMessage(last.action, reading))
    transcript.push(...last.messages)
  }
  const { end, metrics } = last ?? {}
  if (end === undefined || metrics === undefined) throw new Error(`episode ${episode} is open`)
  const outcome = { end, metrics, success: metrics.success === 1 }
  const play = tellAttempt(entry.environment, place, transcript, outcome)
  return { attempt: (await drive(core, owner, play)).result, transcript }
}

/** Has the critique written. One that came from outside is stored, so that it is asked for once. */
async function writtenBy(
  core: HostCore,
  name: CriticName,
  { attempt, transcript }: ReadAttempt,
  owner: string,
): Promise<string> {
  const profile = core.groups.options.critiqueProfile
  const writing = perform(criticOf(name).write({ attempt, transcript, profile }))
  const { result, effects } = await drive(core, owner, writing)
  const source = result === undefined ? 'rule' : name
  countOne(core.metrics.critiques, source)
  const text = result ?? attempt.critique
  const effect = effects.at(-1)
  if (effect === undefined) return text
  return (await core.store.book.putCritique(attempt.episode, { source, text, effect })).text
}
