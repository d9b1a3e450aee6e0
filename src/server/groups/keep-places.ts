import type { GroupKey, PlaceMark } from '../../store/event-store.ts'
import type { HostCore } from '../core.ts'
import { storeFault } from '../operations/rows.ts'
import type { Group } from './group.ts'
import type { Lease } from './lease.ts'
import type { GroupOptions } from './options.ts'

/** How often it is noted who was heard of: what a server that is killed may forget. */
const noteEveryMs = ({ leaseMs, graceMs, arrivalMs }: GroupOptions): number =>
  Math.max(5, Math.min(1_000, Math.min(leaseMs, graceMs, arrivalMs) / 4))

/** Has the book note in a while who was heard of in a group; many at once cost one commit. */
export function heardIn(core: HostCore, group: Group): void {
  const { groups } = core
  groups.unnoted.add(group)
  groups.noting ??= setTimeout(() => {
    groups.noting = undefined
    noteAll(core).catch((error: unknown) => {
      core.log.warn({ error: String(error) }, 'who was heard of in groups could not be noted')
    })
  }, noteEveryMs(groups.options)).unref()
}

/**
 * Notes what was not noted yet.
 *
 * @throws StoreError by the promise; the next note takes these up
 */
export async function noteAll(core: HostCore): Promise<void> {
  const { groups, store } = core
  const noted = [...groups.unnoted]
  groups.unnoted.clear()
  const marks = noted.flatMap((group) => marksOf(group, store.leaseMs()))
  if (marks.length === 0) return
  try {
    await store.book.notePlaces(marks)
  } catch (error) {
    for (const group of noted) groups.unnoted.add(group)
    throw error
  }
}

/** A group exists from its first stored row, and until all of its rollouts are over. */
function marksOf(group: Group, nowMs: number): PlaceMark[] {
  const { key, generation, begunMs, members, arrivals } = group
  if (generation === undefined || members.size === 0) return []
  const marks: PlaceMark[] = []
  const mark = (index: number, heardMs: number): void => {
    marks.push({ group: key, generation, index, begunMs, heardMs })
  }
  for (const { index, lease, end } of members.values()) {
    if (end === undefined) mark(index, heardMsOf(lease, nowMs))
  }
  for (const [index, { calls, heardMs }] of arrivals) {
    if (!members.has(index)) mark(index, calls > 0 ? nowMs : heardMs)
  }
  return marks
}

/** A socket that is open speaks for its rollout. */
const heardMsOf = ({ connection, heardMs }: Lease, nowMs: number): number =>
  connection !== undefined && connection.closedMs === undefined ? nowMs : heardMs

/** What the book knows of the places of a generation. */
export interface KnownPlaces {
  /** When the generation was begun, by the clock of leases; undefined if that is not known. */
  readonly begunMs: number | undefined
  readonly heardMs: ReadonlyMap<number, number>
}

/** @throws Fault `store/unavailable` */
export async function knownPlaces(
  core: HostCore,
  key: GroupKey,
  generation: string,
): Promise<KnownPlaces> {
  const all = await placesOf(core, key)
  const marks = all.filter((mark) => mark.generation === generation)
  return {
    begunMs: marks[0]?.begunMs,
    heardMs: new Map(marks.map(({ index, heardMs }) => [index, heardMs])),
  }
}

async function placesOf({ store }: HostCore, key: GroupKey): Promise<readonly PlaceMark[]> {
  try {
    return await store.book.places(key)
  } catch (error) {
    throw storeFault(error)
  }
}

/**
 * The lease of a rollout that this server has not heard of itself: the rest of it, and at least the
 * time that a connection which was closed has to come back. Of one that nobody noted: all of it.
 */
export function leaseFrom(
  heardMs: number | undefined,
  nowMs: number,
  options: GroupOptions,
): Lease {
  const { leaseMs, graceMs } = options
  const least = nowMs + Math.min(0, graceMs - leaseMs)
  return { heardMs: Math.max(heardMs ?? nowMs, least), connection: undefined }
}
