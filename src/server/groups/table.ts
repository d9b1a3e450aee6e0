import type { Transcript } from '../../env/message.ts'
import type { GroupKey } from '../../store/event-store.ts'
import { Fault } from '../../wire/faults.ts'
import { type InFlightLimit, inFlightLimit } from '../in-flight-limit.ts'
import type { Arrival, Group, Member } from './group.ts'
import type { GroupOptions } from './options.ts'

const textOf = ({ principal, run, id }: GroupKey): string => JSON.stringify([principal, run, id])

/** Rollouts of one principal that are kept in mind, and characters of what they said. */
const ROLLOUTS_MAX = 100_000
const CHARACTERS_MAX = 8_000_000

/** The groups of one principal in memory. */
interface Owned {
  /** Least recently used first. */
  readonly groups: Map<string, Group>
  rollouts: number
  characters: number
}

/** The groups in memory: those of which something is waited for or under way. */
export class GroupTable {
  readonly options: GroupOptions
  /** Openings that wait, by principal. */
  readonly waits: InFlightLimit
  readonly #owned = new Map<string, Owned>()
  readonly #loading = new Map<string, Promise<Group>>()
  /** Rollouts by episode. */
  readonly #members = new Map<string, { readonly group: Group; readonly member: Member }>()
  /** Groups in which an opening waits. */
  readonly busy = new Set<Group>()
  /** Groups in which somebody was heard of since it was noted. */
  readonly unnoted = new Set<Group>()
  noting: NodeJS.Timeout | undefined
  /** Set once the server shuts down: nobody waits any more. */
  stopped = false
  timer: NodeJS.Timeout | undefined
  /** Looks at once at the groups in which an opening waits; set while there are any. */
  look: (() => void) | undefined
  /** Set while it is heard what other servers store; resolves to the way to stop. */
  hearing: Promise<() => void> | undefined

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
    for (const { waiters } of this.busy) waiting += waiters.size
    return waiting
  }

  *all(): Generator<Group, void, void> {
    for (const { groups } of this.#owned.values()) yield* groups.values()
  }

  /** Hears no more of what other servers store. */
  stopHearing(): void {
    this.hearing?.then(
      (stop) => stop(),
      () => undefined,
    )
    this.hearing = undefined
  }

  find(key: GroupKey): Group | undefined {
    return this.#owned.get(key.principal)?.groups.get(textOf(key))
  }

  /** The rollout that an episode is, if its group is in memory and still in that generation. */
  member(episode: string): { readonly group: Group; readonly member: Member } | undefined {
    return this.#members.get(episode)
  }

  /** Takes a rollout into its group. */
  admit(group: Group, member: Member): void {
    if (!group.members.has(member.index)) this.#ownedBy(group.key).rollouts += 1
    group.members.set(member.index, member)
    this.#members.set(member.episode, { group, member })
  }

  /** The arrival of a rollout, noted if it is the first. */
  arrival(group: Group, index: number): Arrival {
    const known = group.arrivals.get(index)
    if (known !== undefined) return known
    const arrival = { calls: 0, heardMs: 0 }
    group.arrivals.set(index, arrival)
    this.#ownedBy(group.key).rollouts += 1
    this.#makeRoom(group.key, group)
    return arrival
  }

  /** Takes words into a rollout's conversation; one that is too long is left to its log. */
  hear({ group, member }: { group: Group; member: Member }, messages: Transcript): void {
    if (member.transcript === undefined) return
    const owned = this.#ownedBy(group.key)
    const characters = lengthOf(messages)
    if (owned.characters + characters > CHARACTERS_MAX) {
      this.silence(group, member)
      return
    }
    member.transcript.push(...messages)
    member.characters += characters
    owned.characters += characters
  }

  /** Forgets a rollout's conversation, which its log has too. */
  silence(group: Group, member: Member): void {
    this.#ownedBy(group.key).characters -= member.characters
    member.characters = 0
    member.transcript = undefined
  }

  /** Forgets the rollouts of a group, whose generation is over or which is forgotten itself. */
  dismiss(group: Group): void {
    const { members, arrivals, key } = group
    const owned = this.#owned.get(key.principal)
    for (const member of members.values()) {
      if (owned !== undefined) owned.characters -= member.characters
      member.characters = 0
      this.#members.delete(member.episode)
    }
    if (owned !== undefined) owned.rollouts -= members.size + arrivals.size
    members.clear()
    arrivals.clear()
  }

  /**
   * The group of a key; callers who ask while it is being read get the same one.
   *
   * @throws Fault `capacity/groups` if something is under way in all that the principal may have
   */
  async get(key: GroupKey, read: () => Promise<Group>): Promise<Group> {
    const text = textOf(key)
    const present = this.find(key)
    if (present !== undefined) {
      const { groups } = this.#ownedBy(key)
      groups.delete(text)
      groups.set(text, present)
      return present
    }
    const underWay = this.#loading.get(text)
    if (underWay !== undefined) return underWay
    this.#makeRoom(key, undefined)
    const loading = read().then((group) => {
      // Others may have come while it was read.
      this.#makeRoom(key, undefined)
      this.#ownedBy(key).groups.set(text, group)
      return group
    })
    this.#loading.set(text, loading)
    try {
      return await loading
    } finally {
      this.#loading.delete(text)
    }
  }

  /** Forgets a group if nothing is under way in it, and tells whether all of it is over. */
  dropIfDone(group: Group): boolean {
    if (isBusy(group)) return false
    const { members, plan } = group
    const ended = [...members.values()].filter(({ end }) => end !== undefined).length
    const isDone = plan === undefined || ended >= plan.size
    if (isDone) this.#forget(group)
    return isDone
  }

  /** Forgets a group of which no rollout was opened, unless somebody still tries to. */
  dropIfEmpty(group: Group): void {
    if (group.members.size === 0 && !isBusy(group)) this.#forget(group)
  }

  /** Forgets groups in which nobody waits and of which nothing was heard for this long. */
  dropIdle(idleMs: number, nowMs: number): void {
    for (const { groups } of this.#owned.values()) {
      for (const group of groups.values()) {
        if (group.waiters.size > 0) continue
        const heard = [...group.members.values()].map(({ lease }) => lease.heardMs)
        const calls = [...group.arrivals.values()].map((arrival) =>
          arrival.calls > 0 ? nowMs : arrival.heardMs,
        )
        if (Math.max(group.begunMs, ...heard, ...calls) < nowMs - idleMs) this.#forget(group)
      }
    }
  }

  #ownedBy({ principal }: GroupKey): Owned {
    const known = this.#owned.get(principal)
    if (known !== undefined) return known
    const made = { groups: new Map<string, Group>(), rollouts: 0, characters: 0 }
    this.#owned.set(principal, made)
    return made
  }

  /** Forgets the oldest groups of a principal in which nothing is under way, if it has too many. */
  #makeRoom(key: GroupKey, but: Group | undefined): void {
    const owned = this.#ownedBy(key)
    const { groupsMax } = this.options
    const isFull = (): boolean =>
      owned.rollouts > ROLLOUTS_MAX || (but === undefined && owned.groups.size >= groupsMax)
    if (!isFull()) return
    for (const group of owned.groups.values()) {
      if (group !== but && !isBusy(group)) this.#forget(group)
      if (!isFull()) return
    }
    const message = `something is under way in ${owned.groups.size} groups of this caller`
    throw new Fault('capacity/groups', message)
  }

  #forget(group: Group): void {
    this.unnoted.delete(group)
    this.dismiss(group)
    const { principal } = group.key
    const owned = this.#owned.get(principal)
    owned?.groups.delete(textOf(group.key))
    if (owned?.groups.size === 0 && owned.rollouts === 0) this.#owned.delete(principal)
    if (this.#owned.size === 0) this.stopHearing()
  }
}

function isBusy({ waiters, arrivals }: Group): boolean {
  if (waiters.size > 0) return true
  for (const { calls } of arrivals.values()) if (calls > 0) return true
  return false
}

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
