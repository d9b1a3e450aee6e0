import { heartbeatToStore } from '../../env/group-lease.ts'
import type { EventStore, GroupKey, MemberHeartbeat } from '../../store/event-store.ts'
import type { HostCore } from '../core.ts'
import { readStore } from '../operations/store-reads.ts'
import type { Session } from '../session.ts'
import { inSlices } from '../sweep.ts'
import { pollIntervalMs } from './options.ts'
import type { Group } from './table.ts'

/**
 * Schedules a commit of a group's heartbeats, which many groups share. A killed server may lose the
 * heartbeats since the last commit.
 */
export function persistSoon(core: HostCore, group: Group): void {
  const { groups } = core
  const { leaseMs, graceMs, arrivalMs } = groups.options
  groups.unsaved.add(group)
  groups.saving ??= setTimeout(
    () => {
      groups.saving = undefined
      persistHeartbeats(core).catch((error: unknown) => {
        core.log.warn({ error: String(error) }, 'heartbeats of groups could not be stored')
      })
    },
    pollIntervalMs(5_000, leaseMs, graceMs, arrivalMs),
  ).unref()
}

/** The most heartbeats in one commit, which delays all other commits. */
const MARKS_MAX = 256

/**
 * Stores all unsaved heartbeats, in several commits if necessary.
 *
 * @throws StoreError by the promise; the next call stores the heartbeats again
 */
export async function persistHeartbeats({ groups, store, scheduler }: HostCore): Promise<void> {
  const unsaved = new Set(groups.unsaved)
  groups.unsaved.clear()
  try {
    await inSlices(
      scheduler,
      splitIntoBatches([...unsaved], store),
      async ({ marks, complete }) => {
        await store.book.saveHeartbeats(marks)
        for (const group of complete) unsaved.delete(group)
      },
    )
  } catch (error) {
    for (const group of unsaved) groups.unsaved.add(group)
    throw error
  }
}

/** The heartbeats of one commit. */
interface Batch {
  readonly marks: MemberHeartbeat[]
  /** Groups whose heartbeats are complete with this batch. */
  readonly complete: Group[]
}

function* splitIntoBatches(
  groups: readonly Group[],
  { leaseMs }: Pick<EventStore, 'leaseMs'>,
): Generator<Batch, void, void> {
  let batch: Batch = { marks: [], complete: [] }
  for (const group of groups) {
    for (const mark of toHeartbeats(group, leaseMs())) {
      batch.marks.push(mark)
      if (batch.marks.length < MARKS_MAX) continue
      yield batch
      batch = { marks: [], complete: [] }
    }
    batch.complete.push(group)
  }
  if (batch.marks.length > 0) yield batch
}

/** A group exists from its first stored row until all of its rollouts have ended. */
function toHeartbeats({ key, state }: Group, nowMs: number): MemberHeartbeat[] {
  const { generation, begunMs, rollouts, callEndedMs, calls, times } = state
  if (generation === undefined || rollouts.length === 0) return []
  const lastHeartbeats = [...callEndedMs]
  for (const { index } of calls) lastHeartbeats[index] = nowMs
  for (const [index, rollout] of rollouts.entries()) {
    if (rollout === undefined) continue
    // Each server stores only what arrived there.
    const isOwn = rollout.end === undefined && rollout.link !== 'elsewhere'
    lastHeartbeats[index] = isOwn ? heartbeatToStore(rollout, times, nowMs) : undefined
  }
  return [...lastHeartbeats.entries()].flatMap(([index, atMs]) =>
    atMs === undefined ? [] : [{ group: key, generation, index, begunMs, lastHeartbeatMs: atMs }],
  )
}

/**
 * The stored heartbeats of a generation.
 *
 * @throws Fault `store/unavailable`
 */
export async function storedHeartbeats(
  { store }: HostCore,
  key: GroupKey,
  generation: string,
): Promise<readonly MemberHeartbeat[]> {
  const marks = await readStore(() => store.book.heartbeats(key))
  return marks.filter((mark) => mark.generation === generation)
}

/**
 * The shortest time between two messages that both renew a lease: a hundredth of the lease, and at
 * most a second.
 */
export const heartbeatStepMs = ({ groups }: HostCore): number =>
  Math.min(1_000, groups.options.leaseMs / 100)

/**
 * Stores a heartbeat of a rollout whose group is not in memory, for servers on which others wait
 * for it. If no server has stored heartbeats of the group, none waits. Calls within a heartbeat
 * step of the last one do nothing.
 *
 * @throws Fault `store/unavailable`
 */
export async function shareHeartbeat(core: HostCore, session: Session): Promise<void> {
  const { principal, run, group: membership } = session.index
  const nowMs = core.store.leaseMs()
  if (membership === null || run === null || nowMs < session.heartbeatSharedUntilMs) return
  session.heartbeatSharedUntilMs = nowMs + heartbeatStepMs(core)
  const { id, index, generation } = membership
  try {
    const [mark] = await storedHeartbeats(core, { principal, run, id }, generation)
    if (mark === undefined) return
    await readStore(() =>
      core.store.book.saveHeartbeats([{ ...mark, index, lastHeartbeatMs: nowMs }]),
    )
  } catch (error) {
    session.heartbeatSharedUntilMs = 0
    throw error
  }
}

/**
 * Deletes the stored heartbeats of a group that has ended, because no opening waits in it. Groups
 * that end in the same turn of the event loop share a commit.
 */
export function forgetHeartbeats({ groups, store, log }: HostCore, { key }: Group): void {
  groups.ended.push(key)
  if (groups.ended.length > 1) return
  setImmediate(() => {
    const ended = groups.ended.splice(0)
    store.book.deleteHeartbeats(ended).catch((error: unknown) => {
      const message = 'the heartbeats of groups that ended were not deleted'
      log.warn({ groups: ended.length, error: String(error) }, message)
    })
  })
}
