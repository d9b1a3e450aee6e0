import { type GroupDecision, type GroupState, newGroupState } from '../../env/group-state.ts'
import type { Transcript } from '../../env/message.ts'
import type { Outcome } from '../../env/teaching.ts'
import type { GroupKey } from '../../store/event-store.ts'
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

/** What this process has of a rollout besides its group's state. */
export interface Seat {
  readonly group: Group
  readonly generation: string
  readonly index: number
  readonly episode: string
  /** The conversation without earlier attempts, if this process has all of it; else the log has. */
  transcript: Transcript[number][] | undefined
  /** How long it is. */
  characters: number
  /** How it ended, if it ended in this process. */
  outcome: Outcome | undefined
  /** The connection of its last message, which is watched. */
  connection: Connection | undefined
  stopWatching: (() => void) | undefined
}

/** A group in memory. */
export interface Group {
  readonly key: GroupKey
  state: GroupState
  readonly openings: Map<string, Opening>
  readonly seats: Set<Seat>
  /** Openings that wait. */
  waiting: number
  /** Whether the store may know more of it. */
  isStale: boolean
  /** How much its state counts against the limit of its principal. */
  weight: number
}

const textOf = ({ principal, run, id }: GroupKey): string => JSON.stringify([principal, run, id])

/** Rollouts of one principal that are kept in mind, and characters of their conversations. */
const ROLLOUTS_MAX = 100_000
const CHARACTERS_MAX = 8_000_000

/** The groups of one principal in memory. */
interface Owned {
  /** Least recently used first. */
  readonly groups: Map<string, Group>
  rollouts: number
  characters: number
}

/** The groups in memory: those in which an opening waits or a rollout goes on. */
export class GroupTable {
  readonly options: GroupOptions
  /** Openings that wait, by principal. */
  readonly waits: InFlightLimit
  readonly #owned = new Map<string, Owned>()
  readonly #loading = new Map<string, Promise<Group>>()
  /** By episode. */
  readonly #seats = new Map<string, Seat>()
  #calls = 0
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

  /** A name for an opening. */
  nextCall(): string {
    this.#calls += 1
    return String(this.#calls)
  }

  get size(): number {
    let size = 0
    for (const { groups } of this.#owned.values()) size += groups.size
    return size
  }

  get waiting(): number {
    let waiting = 0
    for (const group of this.busy) waiting += group.waiting
    return waiting
  }

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

  /** The rollout that an episode is, if its group is in memory and still in that generation. */
  seat(episode: string): Seat | undefined {
    return this.#seats.get(episode)
  }

  /** The seat of a rollout; a new one if there is none. */
  admit(
    given: Pick<Seat, 'group' | 'generation' | 'index' | 'episode'>,
    transcript?: Transcript,
  ): Seat {
    const known = this.#seats.get(given.episode)
    if (known !== undefined) return known
    const unknown = { outcome: undefined, connection: undefined, stopWatching: undefined }
    const seat = { ...given, ...unknown, characters: 0, transcript: transcript && [] }
    given.group.seats.add(seat)
    this.#seats.set(given.episode, seat)
    if (transcript !== undefined) this.extend(seat, transcript)
    return seat
  }

  /** Extends a rollout's conversation; one that is too long is left to its log. */
  extend(seat: Seat, messages: Transcript): void {
    if (seat.transcript === undefined) return
    const owned = this.#ownedBy(seat.group.key)
    const characters = lengthOf(messages)
    if (owned.characters + characters > CHARACTERS_MAX) {
      this.dropTranscript(seat)
      return
    }
    seat.transcript.push(...messages)
    seat.characters += characters
    owned.characters += characters
  }

  /** Forgets a rollout's conversation, which its log has too. */
  dropTranscript(seat: Seat): void {
    const owned = this.#owned.get(seat.group.key.principal)
    if (owned !== undefined) owned.characters -= seat.characters
    seat.characters = 0
    seat.transcript = undefined
  }

  /** Counts the state of a group after a change. */
  weigh(group: Group): void {
    const { rollouts, askedMs } = group.state
    const weight = Math.max(rollouts.length, askedMs.length)
    if (weight === group.weight) return
    this.#ownedBy(group.key).rollouts += weight - group.weight
    group.weight = weight
  }

  /** Forgets the rollouts of a group, whose generation is over or which is forgotten itself. */
  dismiss(group: Group): void {
    for (const seat of group.seats) {
      this.dropTranscript(seat)
      seat.stopWatching?.()
      this.#seats.delete(seat.episode)
    }
    group.seats.clear()
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
      const { groups } = this.#ownedBy(key)
      groups.delete(text)
      groups.set(text, present)
      this.#makeRoom(key, present)
      return present
    }
    const loading = this.#loading.get(text) ?? this.#load(key, text, read)
    return loading
  }

  async #load(key: GroupKey, text: string, read: (group: Group) => Promise<void>): Promise<Group> {
    this.#makeRoom(key, undefined)
    const group = newGroup(key, this.options)
    const loading = read(group).then(() => {
      // Others may have come while it was read.
      this.#makeRoom(key, undefined)
      this.#ownedBy(key).groups.set(text, group)
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

  /** Forgets groups without openings under way and without a message for this long. */
  dropIdle(idleMs: number, nowMs: number): void {
    for (const group of this.all()) {
      const { calls, begunMs, rollouts, askedMs } = group.state
      if (calls.length > 0) continue
      let lastMs = begunMs
      for (const rollout of rollouts) lastMs = Math.max(lastMs, rollout?.heartbeatMs ?? 0)
      for (const leftMs of askedMs) lastMs = Math.max(lastMs, leftMs ?? 0)
      if (lastMs < nowMs - idleMs) this.#forget(group)
    }
  }

  #ownedBy({ principal }: GroupKey): Owned {
    const known = this.#owned.get(principal)
    if (known !== undefined) return known
    const made = { groups: new Map<string, Group>(), rollouts: 0, characters: 0 }
    this.#owned.set(principal, made)
    return made
  }

  /** Forgets the oldest groups of a principal without openings under way, if it has too many. */
  #makeRoom(key: GroupKey, but: Group | undefined): void {
    const owned = this.#ownedBy(key)
    const { groupsMax } = this.options
    const isFull = (): boolean =>
      owned.rollouts > ROLLOUTS_MAX || (but === undefined && owned.groups.size >= groupsMax)
    if (!isFull()) return
    for (const group of owned.groups.values()) {
      if (group !== but && group.state.calls.length === 0) this.#forget(group)
      if (!isFull()) return
    }
    const message = `something is under way in ${owned.groups.size} groups of this caller`
    throw new Fault('capacity/groups', message)
  }

  #forget(group: Group): void {
    this.unsaved.delete(group)
    this.dismiss(group)
    const { principal } = group.key
    const owned = this.#owned.get(principal)
    if (owned === undefined) return
    owned.rollouts -= group.weight
    group.weight = 0
    if (owned.groups.get(textOf(group.key)) === group) owned.groups.delete(textOf(group.key))
    if (owned.groups.size === 0 && owned.rollouts === 0) this.#owned.delete(principal)
    if (this.#owned.size === 0) this.stopFollowing()
  }
}

const newGroup = (key: GroupKey, options: GroupOptions): Group => ({
  key,
  state: newGroupState(key, options, options.feedback),
  openings: new Map(),
  seats: new Set(),
  waiting: 0,
  isStale: true,
  weight: 0,
})

function lengthOf(messages: Transcript): number {
  let length = 0
  for (const { content, tool_calls: calls } of messages as readonly Said[]) {
    length += content?.length ?? 0
    if (calls !== undefined) length += JSON.stringify(calls).length
  }
  return length
}

interface Said {
  readonly content?: string | null
  readonly tool_calls?: unknown
}
