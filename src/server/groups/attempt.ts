import { assistantMessage } from '../../env/assistant-message.ts'
import type { Attempt } from '../../env/attempt.ts'
import { type CriticName, criticOf } from '../../env/critics/index.ts'
import { tellAttempt } from '../../env/group-account.ts'
import { withoutAttempts } from '../../env/group-block.ts'
import type { SteppedPayload } from '../../env/log.ts'
import type { AssistantMessage, ChatMessage, Transcript } from '../../env/message.ts'
import type { StoredEpisode } from '../../store/event-store.ts'
import { perform } from '../../tools/effect.ts'
import type { HostCore } from '../core.ts'
import { countOne } from '../host-metrics.ts'
import { drive } from '../operations/drive.ts'
import { openingOf } from '../operations/load.ts'
import type { Group, Member } from './group.ts'

interface ReadAttempt {
  readonly attempt: Attempt
  readonly transcript: Transcript
}

/**
 * Makes a failed attempt ready to be told: what it did, from its log, and its critique. Where the
 * trainer is to write that, the attempt waits for it with the rules' critique at hand.
 *
 * @throws StoreError, and what the environment throws over a log that is not its own
 */
export async function prepareAttempt(core: HostCore, group: Group, member: Member): Promise<void> {
  const owner = group.key.principal
  const told = await core.turns.begin(
    owner,
    async () => (await heardOf(core, group, member)) ?? (await readOf(core, member, owner)),
  )
  core.groups.silence(group, member)
  if (told === undefined) {
    // Pruned meanwhile: there is nothing left to tell.
    member.telling = 'ready'
    return
  }
  const critic = group.plan?.feedback.critique ?? 'rule'
  // Before the store is asked: a post from now on is taken at once, one before is found there.
  member.attempt = told.attempt
  const kept = await core.store.book.critique(member.episode)
  if ((member.telling as Member['telling']) === 'ready') return
  if (kept !== undefined) {
    takeCritique(member, told.attempt, kept.text)
  } else if (criticOf(critic).writes === 'when_posted') {
    member.telling = 'posted'
  } else {
    const critique = await writtenBy(core, critic, told, group.key.principal)
    takeCritique(member, told.attempt, critique)
  }
}

/** Takes the words in which an attempt is told from now on. */
export function takeCritique(member: Member, attempt: Attempt, critique: string): void {
  member.attempt = { ...attempt, critique }
  member.telling = 'ready'
}

/** The attempt from what was heard of it here, if that is all. */
async function heardOf(
  core: HostCore,
  group: Group,
  member: Member,
): Promise<ReadAttempt | undefined> {
  const { transcript, end, index, episode } = member
  const entry = core.catalog.get(group.plan?.env ?? '')
  if (transcript === undefined || end?.outcome === undefined || entry === undefined) {
    return undefined
  }
  const place = { episode, index }
  const play = tellAttempt(entry.environment, place, transcript, end.outcome)
  return { attempt: (await drive(core, group.key.principal, play)).result, transcript }
}

/** The attempt from its log; undefined if that is not there any more, or damaged. */
async function readOf(
  core: HostCore,
  { index, episode }: Member,
  owner: string,
): Promise<ReadAttempt | undefined> {
  const stored = await core.store.log.load(episode)
  if (stored === undefined || stored.defect !== null) return undefined
  return readAttempt(core, stored, { index, episode }, owner)
}

/**
 * An attempt that ended without success, told from its log.
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

/** Has the critique written. What others were asked for is kept, so that nobody asks again. */
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
