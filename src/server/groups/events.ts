import { assistantMessage } from '../../env/assistant-message.ts'
import type { StepAnswer } from '../../env/episode.ts'
import type { Action } from '../../env/message.ts'
import type { Connection } from '../connection.ts'
import type { HostCore } from '../core.ts'
import { countOne } from '../host-metrics.ts'
import type { Session } from '../session.ts'
import { type Group, isFailedAttempt } from './group.ts'
import { heardIn } from './keep-places.ts'
import { advance } from './turn.ts'

/** Renews the lease of a rollout: a message of its own was heard. */
export function heard(core: HostCore, session: Session, connection: Connection | undefined): void {
  const found = core.groups.member(session.id)
  if (found === undefined) return
  found.member.lease.heardMs = core.store.leaseMs()
  found.member.lease.connection = connection
  heardIn(core, found.group)
}

/** Takes a turn into the rollout's conversation, for the critique of it. */
export function stepped(
  core: HostCore,
  session: Session,
  action: Action,
  { messages }: StepAnswer,
): void {
  const found = core.groups.member(session.id)
  if (found === undefined) return
  core.groups.hear(found, [assistantMessage(action, session.setup), ...messages])
}

/** Takes the end of a rollout, after the row that ended it was stored. */
export function rolloutEnded(core: HostCore, session: Session, answer: StepAnswer): void {
  const reason = answer.end?.reason ?? 'faulted'
  const success = answer.metrics?.success === 1
  const { end: ended, metrics } = answer
  const outcome =
    ended === undefined || metrics === undefined
      ? {}
      : { outcome: { end: ended, success, metrics } }
  const end = { reason, success, atMs: core.store.leaseMs(), ...outcome }
  if (success || isFailedAttempt(end)) {
    countOne(core.metrics.attempts, `${session.index.condition}/${success ? 'success' : 'failure'}`)
  }
  const found = core.groups.member(session.id)
  if (found === undefined) return
  found.member.end = end
  if (!isFailedAttempt(end)) core.groups.silence(found.group, found.member)
  advance(core, found.group)
  if (core.groups.dropIfDone(found.group)) forgetPlaces(core, found.group)
}

/** Nobody waits for anybody in a group that is done. */
function forgetPlaces({ store, log }: HostCore, { key }: Group): void {
  store.book.forgetPlaces(key).catch((error: unknown) => {
    log.warn({ group: key.id, error: String(error) }, 'the places of a group were not forgotten')
  })
}
