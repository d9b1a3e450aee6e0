import { leaseLeftMs } from '../../env/group-lease.ts'
import {
  type GroupDecision,
  type GroupState,
  newGroupState,
  type OpeningCall,
  type Rollout,
} from '../../env/group-state.ts'
import type { Change, GroupKey } from '../../store/event-store.ts'
import { Fault } from '../../wire/faults.ts'
import type { Connection } from '../connection.ts'
import { type InFlightLimit, inFlightLimit } from '../in-flight-limit.ts'
import type { GroupOptions, WaitOptions } from './options.ts'

/** The decision that gives an opening its episode. */
export type OpeningAnswer = Extract<GroupDecision, { kind: 'open' | 'repeat' }>

/** An opening that waits for its group's answer. */
export interface WaitingOpening {
  readonly generation: string
  readonly index: number
  readonly wait: WaitOptions
  answer(answer: OpeningAnswer): void
  refuse(fault: unknown): void
  /** Stops its timers; set while it waits. */
  stopWaiting: (() => void) | undefined
}

/** A member of a group in memory. */
export interface Member {
  readonly group: Group
  readonly generation: string
  readonly index: number
}

/** A group in memory. */
export interface Group {
  readonly key: GroupKey
  state: GroupState
  readonly openings: Map<string, WaitingOpening>
  /** The connections of the last messages, by member index. */
  readonly watched: Map<number, { readonly connection: Connection; readonly stop: () => void }>
  /** Whether the store may contain later changes. */
  isStale: boolean
  /** How much its state counts against the limit of its principal. */
  weight: number
  /** Whether it has been read from the store. */
  isLoaded: boolean
  isForgotten: boolean
}

type EpisodeGroup = Pick<Change, 'principal' | 'run' | 'group'>

/** An episode in memory. */
interface MemberSession {
  readonly id: string
  readonly index: EpisodeGroup
  member: Member | undefined
}

/** Whether an episode is a member of a group's current generation. */
export const isMember = (
  { state }: Group,
  episode: string,
  { index, generation }: NonNullable<EpisodeGroup['group']>,
): boolean => state.generation === generation && state.rollouts[index]?.episode === episode

const isWaiting = ({ state }: OpeningCall): boolean => state === 'waiting'

/** A unique text for each key, because a name may contain any character. */
const groupKeyText = ({ principal, run, id }: GroupKey): string =>
  `${principal.length}:${run.length}:${principal}${run}${id}`

/** The most rollouts of one principal in memory. */
const ROLLOUTS_MAX = 100_000

/** The groups of one principal in memory. */
interface PrincipalGroups {
  readonly groups: Map<string, Group>
  /** The groups without openings under way, least recently used first. */
  readonly idle: Set<Group>
  rollouts: number
}

/** The groups in memory: those with a waiting opening or an open rollout. */
export class GroupTable {
  readonly options: GroupOptions
  /** Waiting openings, by principal. */
  readonly waits: InFlightLimit
  readonly #owned = new Map<string, PrincipalGroups>()
  readonly #loading = new Map<string, Promise<Group>>()
  /** The number of openings so far, which identifies each of them. */
  calls = 0
  /** Groups with a waiting opening. */
  readonly busy = new Set<Group>()
  /** Groups with unsaved heartbeats. */
  readonly unsaved = new Set<Group>()
  saving: NodeJS.Timeout | undefined
  /** Groups that ended in this turn of the event loop, whose heartbeats are deleted. */
  readonly ended: GroupKey[] = []
  /** Set when the server shuts down. Then openings cannot wait. */
  stopped = false
  timer: NodeJS.Timeout | undefined
  /** Checks the groups with waiting openings immediately; set while there are any. */
  checkNow: (() => void) | undefined
  /** Set while changes of the store are followed. Resolves to a function that stops it. */
  following: Promise<() => void> | undefined

  constructor(options: GroupOptions) {
    this.options = options
    this.waits = inFlightLimit(options.waitingMax, 'capacity/waiting', 'openings waiting')
  }

  get size(): number {
    let size = 0
    for (const { groups } of this.#owned.values()) size += groups.size
    return size
  }

  get waiting(): number {
    let waiting = 0
    for (const { state } of this.busy) waiting += state.calls.filter(isWaiting).length
    return waiting
  }

  /** All groups. Each may be dropped during the iteration. */
  *all(): Generator<Group, void, void> {
    for (const { groups } of this.#owned.values()) yield* groups.values()
  }

  stopFollowing(): void {
    this.following?.then(
      (stop) => stop(),
      () => undefined,
    )
    this.following = undefined
  }

  find(key: GroupKey): Group | undefined {
    return this.#owned.get(key.principal)?.groups.get(groupKeyText(key))
  }

  /** Like `member`, for an episode in memory, which caches the result. */
  memberOf(session: MemberSession): Member | undefined {
    const { id, index, member } = session
    if (index.group === null) return undefined
    const isSame = member?.group.isForgotten === false && isMember(member.group, id, index.group)
    if (!isSame) session.member = this.member(id, index)
    return session.member
  }

  /** The group member for an episode, if its group is in memory and in the same generation. */
  member(episode: string, { principal, run, group: membership }: EpisodeGroup): Member | undefined {
    if (membership === null || run === null) return undefined
    const { id, index, generation } = membership
    const group = this.find({ principal, run, id })
    if (group === undefined) return undefined
    return isMember(group, episode, membership) ? { group, generation, index } : undefined
  }

  /** Updates the counts after a change of a group's state. */
  changed(group: Group): void {
    // A critique may arrive after the group was dropped.
    if (group.isForgotten) return
    const { rollouts, callEndedMs, calls } = group.state
    const owned = this.#ownedBy(group.key)
    const weight = Math.max(rollouts.length, callEndedMs.length)
    owned.rollouts += weight - group.weight
    group.weight = weight
    if (calls.length > 0) owned.idle.delete(group)
    else if (group.isLoaded) owned.idle.add(group)
    if (calls.some(isWaiting)) this.busy.add(group)
    else this.busy.delete(group)
  }

  /** Watches the connection of a rollout's last message instead of the previous one. */
  watch(
    { group: { watched }, index }: Member,
    connection: Connection | undefined,
    onClose: () => void,
  ): void {
    const previousWatch = watched.get(index)
    if (previousWatch?.connection === connection) return
    previousWatch?.stop()
    watched.delete(index)
    if (connection === undefined) return
    watched.set(index, { connection, stop: connection.onClose(onClose) })
  }

  /** Stops watching the connections of a group that is dropped, or whose generation is over. */
  unwatch({ watched }: Group): void {
    for (const { stop } of watched.values()) stop()
    watched.clear()
  }

  /**
   * Returns the group of a key. Concurrent callers share a single read.
   *
   * @param read fills a new group from the store
   * @throws Fault `capacity/groups` if all groups that the principal may have are busy
   */
  async get(key: GroupKey, read: (group: Group) => Promise<void>): Promise<Group> {
    const text = groupKeyText(key)
    const present = this.find(key)
    if (present !== undefined) {
      const { idle } = this.#ownedBy(key)
      if (idle.delete(present)) idle.add(present)
      this.#makeRoom(key, present)
      return present
    }
    return this.#loading.get(text) ?? this.#load(key, text, read)
  }

  async #load(key: GroupKey, text: string, read: (group: Group) => Promise<void>): Promise<Group> {
    this.#makeRoom(key, undefined)
    const group = newGroup(key, this.options)
    const loading = read(group).then(() => {
      // Other groups may have been added while it was read.
      this.#makeRoom(key, undefined)
      const { groups, idle } = this.#ownedBy(key)
      groups.set(text, group)
      idle.add(group)
      group.isLoaded = true
      return group
    })
    this.#loading.set(text, loading)
    try {
      return await loading
    } catch (error) {
      this.#forget(group)
      throw error
    } finally {
      this.#loading.delete(text)
    }
  }

  /**
   * Drops a group if all of its rollouts have ended and none is being opened. Returns whether it
   * did.
   */
  dropIfDone(group: Group): boolean {
    const { rollouts, rules, calls } = group.state
    if (calls.length > 0) return false
    if (rules !== undefined) {
      const ended = rollouts.filter((rollout) => rollout?.end !== undefined).length
      if (ended < rules.size) return false
    }
    this.#forget(group)
    return true
  }

  /** Drops a group without rollouts, unless an opening is under way. */
  dropIfEmpty(group: Group): void {
    const { rollouts, calls } = group.state
    if (rollouts.length === 0 && calls.length === 0) this.#forget(group)
  }

  /**
   * Drops a group without openings under way and without a message for this long. A rollout whose
   * open socket is silent keeps its group: the store does not have its long lease.
   */
  dropIfIdle(group: Group, idleMs: number, nowMs: number): void {
    const { calls, begunMs, rollouts, callEndedMs, times } = group.state
    if (calls.length > 0) return
    const isLeased = (rollout: Rollout | undefined): boolean =>
      rollout?.link === 'open' &&
      rollout.end === undefined &&
      leaseLeftMs(rollout, times, nowMs) > 0
    if (rollouts.some(isLeased)) return
    let lastMs = begunMs
    for (const rollout of rollouts) lastMs = Math.max(lastMs, rollout?.heartbeatMs ?? 0)
    for (const endedMs of callEndedMs) lastMs = Math.max(lastMs, endedMs ?? 0)
    if (lastMs < nowMs - idleMs) this.#forget(group)
  }

  #ownedBy({ principal }: GroupKey): PrincipalGroups {
    const principalGroups = this.#owned.get(principal)
    if (principalGroups !== undefined) return principalGroups
    const created = { groups: new Map<string, Group>(), idle: new Set<Group>(), rollouts: 0 }
    this.#owned.set(principal, created)
    return created
  }

  /** Drops the oldest groups of a principal without openings under way, if it has too many. */
  #makeRoom(key: GroupKey, keptGroup: Group | undefined): void {
    const owned = this.#ownedBy(key)
    const { groupsMax } = this.options
    const isFull = (): boolean =>
      owned.rollouts > ROLLOUTS_MAX || (keptGroup === undefined && owned.groups.size >= groupsMax)
    while (isFull()) {
      // The requested group was used last, so it is first only if no other group is idle.
      const [oldest] = owned.idle
      if (oldest === undefined || oldest === keptGroup) {
        const message = `something is under way in ${owned.groups.size} groups of this caller`
        throw new Fault('capacity/groups', message)
      }
      this.#forget(oldest)
    }
  }

  #forget(group: Group): void {
    this.unsaved.delete(group)
    this.unwatch(group)
    const { principal } = group.key
    const owned = this.#owned.get(principal)
    if (owned === undefined) return
    owned.rollouts -= group.weight
    owned.idle.delete(group)
    group.isForgotten = true
    if (owned.groups.get(groupKeyText(group.key)) === group)
      owned.groups.delete(groupKeyText(group.key))
    if (owned.groups.size === 0 && owned.rollouts === 0) this.#owned.delete(principal)
    if (this.#owned.size === 0) this.stopFollowing()
  }
}

const newGroup = (key: GroupKey, options: GroupOptions): Group => ({
  key,
  state: newGroupState(key, options, options.feedback),
  openings: new Map(),
  watched: new Map(),
  isStale: true,
  weight: 0,
  isLoaded: false,
  isForgotten: false,
})
