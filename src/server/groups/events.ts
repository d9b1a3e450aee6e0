import type { StepAnswer } from '../../env/episode.ts'
import type { GroupKey } from '../../store/event-store.ts'
import type { HostCore } from '../core.ts'
import { countOne } from '../host-metrics.ts'
import type { Link } from '../link.ts'
import type { Session } from '../session.ts'
import { type Group, isLesson, type Member } from './group.ts'
import { advance } from './turn.ts'

/** The group of an episode's index, or undefined if it is in none. */
export function groupKeyOf(index: Session['index']): GroupKey | undefined {
  const { group, run, principal } = index
  return group === null || run === null ? undefined : { principal, run, id: group.id }
}

/** The group and the place of an episode, if they are in memory. */
export function memberOf(
  core: HostCore,
  { id, index }: Pick<Session, 'id' | 'index'>,
): { readonly group: Group; readonly member: Member } | undefined {
  const key = groupKeyOf(index)
  const group = key === undefined ? undefined : core.groups.find(key)
  const member = group?.members.get(index.group?.index ?? -1)
  if (group === undefined || member?.episode !== id) return undefined
  return { group, member }
}

/** Renews the lease of a rollout: a message of its own was heard. */
export function heard(core: HostCore, session: Session, link: Link | undefined): void {
  const found = memberOf(core, session)
  if (found === undefined) return
  found.member.lease.heardMs = core.store.nowMs()
  found.member.lease.link = link
}

/** Takes the end of a rollout, after the row that ended it was stored. */
export function rolloutEnded(core: HostCore, session: Session, answer: StepAnswer): void {
  const reason = answer.end?.reason ?? 'faulted'
  const success = answer.metrics?.success === 1
  const end = { reason, success, atMs: core.store.nowMs() }
  if (success || isLesson(end)) {
    countOne(core.metrics.attempts, `${session.index.condition}/${success ? 'success' : 'failure'}`)
  }
  const found = memberOf(core, session)
  if (found === undefined) return
  found.member.end = end
  advance(core, found.group)
  core.groups.dropIfDone(found.group)
}
