import type { GroupKey } from '../../store/event-store.ts'
import { type Tally, tally } from '../tally.ts'
import type { Group, Member } from './group.ts'
import type { GroupOptions } from './options.ts'

const textOf = ({ principal, run, id }: GroupKey): string => JSON.stringify([principal, run, id])

/** The groups in memory: those of which something is waited for or under way. */
export class GroupTable {
  readonly options: GroupOptions
  /** Openings that wait, by principal. */
  readonly waits: Tally
  readonly #groups = new Map<string, Group>()
  readonly #loading = new Map<string, Promise<Group>>()
  /** Rollouts by episode. */
  readonly #members = new Map<string, { readonly group: Group; readonly member: Member }>()
  /** Groups in which an opening waits. */
  readonly busy = new Set<Group>()
  /** Set once the server shuts down: nobody waits any more. */
  stopped = false
  timer: NodeJS.Timeout | undefined

  constructor(options: GroupOptions) {
    this.options = options
    this.waits = tally(options.waitingMax, 'capacity/waiting', 'openings waiting')
  }

  get size(): number {
    return this.#groups.size
  }

  get waiting(): number {
    let waiting = 0
    for (const { waiters } of this.busy) waiting += waiters.size
    return waiting
  }

  find(key: GroupKey): Group | undefined {
    return this.#groups.get(textOf(key))
  }

  /** The rollout that an episode is, if its group is in memory and still in that generation. */
  member(episode: string): { readonly group: Group; readonly member: Member } | undefined {
    return this.#members.get(episode)
  }

  /** Takes a rollout into its group. */
  admit(group: Group, member: Member): void {
    group.members.set(member.index, member)
    this.#members.set(member.episode, { group, member })
  }

  /** Forgets the rollouts of a group, whose generation is over or which is forgotten itself. */
  dismiss({ members }: Group): void {
    for (const { episode } of members.values()) this.#members.delete(episode)
  }

  /** The group of a key; callers who ask while it is being read get the same one. */
  async get(key: GroupKey, read: () => Promise<Group>): Promise<Group> {
    const text = textOf(key)
    const present = this.#groups.get(text) ?? this.#loading.get(text)
    if (present !== undefined) return present
    const loading = read().then((group) => {
      this.#groups.set(text, group)
      return group
    })
    this.#loading.set(text, loading)
    try {
      return await loading
    } finally {
      this.#loading.delete(text)
    }
  }

  /** Forgets a group if nothing is under way in it; the store has the rest. */
  dropIfDone(group: Group): void {
    const { members, plan, waiters, arrivals } = group
    if (waiters.size > 0 || [...arrivals.values()].some(({ calls }) => calls > 0)) return
    const ended = [...members.values()].filter(({ end }) => end !== undefined).length
    if (plan !== undefined && ended < plan.size) return
    this.#forget(textOf(group.key), group)
  }

  /** Forgets groups in which nobody waits and of which nothing was heard for this long. */
  dropIdle(idleMs: number, nowMs: number): void {
    for (const [text, group] of this.#groups) {
      if (group.waiters.size > 0) continue
      const heard = [...group.members.values()].map(({ lease }) => lease.heardMs)
      const calls = [...group.arrivals.values()].map((arrival) =>
        arrival.calls > 0 ? nowMs : arrival.heardMs,
      )
      if (Math.max(group.begunMs, ...heard, ...calls) < nowMs - idleMs) this.#forget(text, group)
    }
  }

  #forget(text: string, group: Group): void {
    this.dismiss(group)
    this.#groups.delete(text)
  }
}
