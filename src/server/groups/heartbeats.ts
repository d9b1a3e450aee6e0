import type { EventStore, GroupKey, PlaceMark } from '../../store/event-store.ts'
import type { HostCore } from '../core.ts'
import { readStore } from '../operations/store-reads.ts'
import { inSlices } from '../sweep.ts'
import { partOf } from './options.ts'
import type { Group } from './table.ts'

/**
 * Stores the heartbeats of a group in a while; many at once cost one commit. A killed server may
 * forget those since the last one.
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
    partOf(5_000, leaseMs, graceMs, arrivalMs),
  ).unref()
}

/** So many heartbeats are stored in one commit, which everybody else waits for. */
const MARKS_MAX = 256

/**
 * Stores the heartbeats that are not stored yet, in as many commits as that takes.
 *
 * @throws StoreError by the promise; the next call stores these too
 */
export async function persistHeartbeats({ groups, store, scheduler }: HostCore): Promise<void> {
  const unsaved = new Set(groups.unsaved)
  groups.unsaved.clear()
  try {
    await inSlices(scheduler, batchesOf([...unsaved], store), async ({ marks, complete }) => {
      await store.book.notePlaces(marks)
      for (const group of complete) unsaved.delete(group)
    })
  } catch (error) {
    for (const group of unsaved) groups.unsaved.add(group)
    throw error
  }
}

/** The heartbeats of one commit. */
interface Batch {
  readonly marks: PlaceMark[]
  /** Groups whose last heartbeats these are. */
  readonly complete: Group[]
}

function* batchesOf(
  groups: readonly Group[],
  { leaseMs }: Pick<EventStore, 'leaseMs'>,
): Generator<Batch, void, void> {
  let batch: Batch = { marks: [], complete: [] }
  for (const group of groups) {
    for (const mark of marksOf(group, leaseMs())) {
      batch.marks.push(mark)
      if (batch.marks.length < MARKS_MAX) continue
      yield batch
      batch = { marks: [], complete: [] }
    }
    batch.complete.push(group)
  }
  if (batch.marks.length > 0) yield batch
}

/** A group exists from its first stored row, and until all of its rollouts are over. */
function marksOf({ key, state }: Group, nowMs: number): PlaceMark[] {
  const { generation, begunMs, rollouts, askedMs, calls } = state
  if (generation === undefined || rollouts.length === 0) return []
  const heardMs = [...askedMs]
  for (const { index } of calls) heardMs[index] = nowMs
  for (const [index, rollout] of rollouts.entries()) {
    if (rollout === undefined) continue
    // An open socket speaks for its rollout.
    const lastMs = rollout.link === 'open' ? nowMs : rollout.heartbeatMs
    heardMs[index] = rollout.end === undefined ? lastMs : undefined
  }
  return [...heardMs.entries()].flatMap(([index, atMs]) =>
    atMs === undefined ? [] : [{ group: key, generation, index, begunMs, heardMs: atMs }],
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
): Promise<readonly PlaceMark[]> {
  const marks = await readStore(() => store.book.places(key))
  return marks.filter((mark) => mark.generation === generation)
}

/** Forgets the stored heartbeats of a group that is done: no opening waits in it. */
export function forgetHeartbeats({ store, log }: HostCore, { key }: Group): void {
  store.book.forgetPlaces(key).catch((error: unknown) => {
    log.warn({ group: key.id, error: String(error) }, 'the heartbeats of a group were not deleted')
  })
}
