import {
  type Call,
  type GroupDecision,
  type GroupState,
  newGroupState,
} from '../../env/group-state.ts'
import type { Change, GroupKey } from '../../store/event-store.ts'
import { Fault } from '../../wire/faults.ts'
import type { Connection } from '../connection.ts'
import { type InFlightLimit, inFlightLimit } from '../in-flight-limit.ts'
import type { GroupOptions, WaitOptions } from './options.ts'

/** What answers an opening with an episode. */
export type Answer = Extract<GroupDecision, { kind: 'open' | 'repeat' }>

/** An opening that its group has not answered. */
export interface Opening {
  readonly generation: string
  readonly index: number
  readonly wait: WaitOptions
  answer(answer: Answer): void
  refuse(fault: unknown): void
  /** Stops its timers; set while it waits. */
  stopWaiting: (() => void) | undefined
}

/** A rollout of a group in memory. */
export interface Member {
  readonly group: Group
  readonly generation: string
  readonly index: number
}

/** A group in memory. */
export interface Group {
  readonly key: GroupKey
  state: GroupState
  readonly openings: Map<string, Opening>
  /** The connections of the last messages, by rollout. */
  readonly watched: Map<number, { readonly connection: Connection; readonly stop: () => void }>
  /** Whether the store may know more of it. */
  isStale: boolean
  /** How much its state counts against the limit of its principal. */
  weight: number
  /** Whether it has been read from the store. */
  isLoaded: boolean
  isForgotten: boolean
}

type Of = Pick<Change, 'principal' | 'run' | 'group'>

/** An episode in memory. */
interface Remembering {
  readonly id: string
  readonly index: Of
  member: Member | undefined
}

/** Whether an episode is a rollout of a group's present generation. */
export const isMember = (
  { state }: Group,
  episode: string,
  { index, generation }: NonNullable<Of['group']>,
): boolean => state.generation === generation && state.rollouts[index]?.episode === episode

const isWaiting = ({ state }: Call): boolean => state === 'waiting'

/** One text for each key: a name may hold any character. */
const textOf = ({ principal, run, id }: GroupKey): string =>
  `${principal.length}:${run.length}:${principal}${run}${id}`

/** Rollouts of one principal that are kept in memory. */
const ROLLOUTS_MAX = 100_000

/** The groups of one principal in memory. */
interface Owned {
  readonly groups: Map<string, Group>
  /** Those without openings under way, least recently used first. */
  readonly idle: Set<Group>
  rollouts: number
}

/** The groups in memory: those in which an opening waits or a rollout goes on. */
export class GroupTable {
  readonly options: GroupOptions
  /** Openings that wait, by principal. */
  readonly waits: InFlightLimit
  readonly #owned = new Map<string, Owned>()
  readonly #loading = new Map<string, Promise<Group>>()
  /** Openings until now, which name each of them. */
  calls = 0
  /** Groups in which an opening waits. */
  readonly busy = new Set<Group>()
  /** Groups with heartbeats that are not stored. */
  readonly unsaved = new Set<Group>()
  saving: NodeJS.Timeout | undefined
  /** Set once the server shuts down: no opening waits any more. */
  stopped = false
  timer: NodeJS.Timeout | undefined
  /** Looks at once at the groups in which an opening waits; set while there are any. */
  look: (() => void) | undefined
  /** Set while changes of the store are followed; resolves to the way to stop. */
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

  /** Every group; each may be dropped before the next is taken. */
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
    return this.#owned.get(key.principal)?.groups.get(textOf(key))
  }

  /** `member` of an episode in memory, which remembers it. */
  memberOf(session: Remembering): Member | undefined {
    const { id, index, member: known } = session
    if (index.group === null) return undefined
    const isSame = known?.group.isForgotten === false && isMember(known.group, id, index.group)
    if (!isSame) session.member = this.member(id, index)
    return session.member
  }

  /** The rollout that an episode is, if its group is in memory and still in that generation. */
  member(episode: string, { principal, run, group: place }: Of): Member | undefined {
    if (place === null || run === null) return undefined
    const { id, index, generation } = place
    const group = this.find({ principal, run, id })
    if (group === undefined) return undefined
    return isMember(group, episode, place) ? { group, generation, index } : undefined
  }

  /** Counts the state of a group after a change. */
  changed(group: Group): void {
    // A critique may come later.
    if (group.isForgotten) return
    const { rollouts, askedMs, calls } = group.state
    const owned = this.#ownedBy(group.key)
    const weight = Math.max(rollouts.length, askedMs.length)
    owned.rollouts += weight - group.weight
    group.weight = weight
    if (calls.length > 0) owned.idle.delete(group)
    else if (group.isLoaded) owned.idle.add(group)
    if (calls.some(isWaiting)) this.busy.add(group)
    else this.busy.delete(group)
  }

  /** Watches the connection of a rollout's last message instead of the one before. */
  watch(
    { group: { watched }, index }: Member,
    connection: Connection | undefined,
    onClose: () => void,
  ): void {
    const before = watched.get(index)
    if (before?.connection === connection) return
    before?.stop()
    watched.delete(index)
    if (connection === undefined) return
    watched.set(index, { connection, stop: connection.onClose(onClose) })
  }

  /** Watches no connection of a group whose generation is over, or which is forgotten itself. */
  unwatch({ watched }: Group): void {
    for (const { stop } of watched.values()) stop()
    watched.clear()
  }

  /**
   * The group of a key; callers that ask while it is being read get the same one.
   *
   * @param read fills a new group from the store
   * @throws Fault `capacity/groups` if all groups that the principal may have are busy
   */
  async get(key: GroupKey, read: (group: Group) => Promise<void>): Promise<Group> {
    const text = textOf(key)
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
      // Others may have come while it was read.
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

  /** Forgets a group if all of its rollouts are over and none is being opened; whether it did. */
  dropIfDone(group: Group): boolean {
    const { rollouts, rules, calls } = group.state
    const ended = rollouts.filter((rollout) => rollout?.end !== undefined).length
    const isDone = calls.length === 0 && (rules === undefined || ended >= rules.size)
    if (isDone) this.#forget(group)
    return isDone
  }

  /** Forgets a group of which no rollout was opened, unless an opening is under way. */
  dropIfEmpty(group: Group): void {
    const { rollouts, calls } = group.state
    if (rollouts.length === 0 && calls.length === 0) this.#forget(group)
  }

  /** Forgets a group without openings under way and without a message for this long. */
  dropIfIdle(group: Group, idleMs: number, nowMs: number): void {
    const { calls, begunMs, rollouts, askedMs } = group.state
    if (calls.length > 0) return
    let lastMs = begunMs
    for (const rollout of rollouts) lastMs = Math.max(lastMs, rollout?.heartbeatMs ?? 0)
    for (const leftMs of askedMs) lastMs = Math.max(lastMs, leftMs ?? 0)
    if (lastMs < nowMs - idleMs) this.#forget(group)
  }

  #ownedBy({ principal }: GroupKey): Owned {
    const known = this.#owned.get(principal)
    if (known !== undefined) return known
    const made = { groups: new Map<string, Group>(), idle: new Set<Group>(), rollouts: 0 }
    this.#owned.set(principal, made)
    return made
  }

  /** Forgets the oldest groups of a principal without openings under way, if it has too many. */
  #makeRoom(key: GroupKey, but: Group | undefined): void {
    const owned = this.#ownedBy(key)
    const { groupsMax } = this.options
    const isFull = (): boolean =>
      owned.rollouts > ROLLOUTS_MAX || (but === undefined && owned.groups.size >= groupsMax)
    while (isFull()) {
      // The group that is asked for was used last: it comes first only if no other is idle.
      const [oldest] = owned.idle
      if (oldest === undefined || oldest === but) {
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
    if (owned.groups.get(textOf(group.key)) === group) owned.groups.delete(textOf(group.key))
    if (owned.groups.size === 0 && owned.rollouts === 0) this.#owned.delete(principal)
    if (this.#owned.size === 0) this.stopFollowing()
  }
}

const newGroup = (key: GroupKey, options: GroupOptions): Group => ({
  ...{ key, state: newGroupState(key, options, options.feedback) },
  ...{ openings: new Map(), watched: new Map(), isStale: true },
  ...{ weight: 0, isLoaded: false, isForgotten: false },
})
