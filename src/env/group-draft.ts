import type { GroupDecision, GroupState, Rollout } from './group-state.ts'

type Mutable<Value> = { -readonly [Name in keyof Value]: Value[Name] }

/**
 * The state of a group during one reduction, and the decisions so far. What changes is copied
 * first, so the given state stays as it is.
 *
 * The copies name every member. V8 gives an object that begins with a spread and then gets another
 * member a hidden class of its own, which takes longer than the rest of a reduction.
 */
export class GroupDraft {
  readonly decisions: GroupDecision[] = []
  #group: Mutable<GroupState>
  #rollouts: (Rollout | undefined)[] | undefined
  #isCopied = false

  constructor(given: GroupState) {
    this.#group = given
  }

  get group(): GroupState {
    return this.#group
  }

  /** Replaces the whole state, which nobody else may have. */
  replace(group: GroupState): void {
    this.#group = group
    this.#isCopied = true
    this.#rollouts = undefined
  }

  /** The state, to change its members. */
  change(): Mutable<GroupState> {
    if (!this.#isCopied) this.replace(copyGroup(this.#group))
    return this.#group
  }

  setRollout(index: number, rollout: Rollout): void {
    const state = this.change()
    this.#rollouts ??= state.rollouts.slice()
    this.#rollouts[index] = rollout
    state.rollouts = this.#rollouts
  }

  /** A new copy of a rollout in this state, to change its members. */
  changeRollout(index: number): Mutable<Rollout> {
    const copy = copyRollout(this.#group.rollouts[index] as Rollout)
    this.setRollout(index, copy)
    return copy
  }
}

const copyGroup = (group: GroupState): GroupState => ({
  name: group.name,
  times: group.times,
  defaults: group.defaults,
  generation: group.generation,
  rules: group.rules,
  schedule: group.schedule,
  endedGenerations: group.endedGenerations,
  begunMs: group.begunMs,
  rollouts: group.rollouts,
  calls: group.calls,
  callEndedMs: group.callEndedMs,
  shownIndices: group.shownIndices,
})

const copyRollout = (rollout: Rollout): Rollout => ({
  episode: rollout.episode,
  condition: rollout.condition,
  heartbeatMs: rollout.heartbeatMs,
  link: rollout.link,
  leaseCheck: rollout.leaseCheck,
  isExpired: rollout.isExpired,
  end: rollout.end,
  critique: rollout.critique,
  isAwaitingPost: rollout.isAwaitingPost,
  posted: rollout.posted,
})
