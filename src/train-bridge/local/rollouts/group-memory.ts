import type { Attempt } from '../../../env/attempt.ts'
import {
  buildSchedule,
  completeFeedback,
  type FeedbackDefaults,
  type MemberSchedule,
  type Schedule,
} from '../../../env/group.ts'
import type { AttemptShown } from '../../../env/group-block.ts'
import { reduceGroup } from '../../../env/group-reducer.ts'
import {
  type GroupDecision,
  type GroupEvent,
  type GroupRules,
  type GroupState,
  newGroupState,
} from '../../../env/group-state.ts'
import type { RolloutMember } from './playground.ts'

/** The default schedule of groups: that of a server without settings. */
export const USUAL_FEEDBACK: FeedbackDefaults = {
  start_at: 1,
  clean_share: 0.25,
  show: 'all',
  cap_chars: 2_000,
  critique: 'rule',
}

/** In one process nothing is lost, so waits have no limit. */
const NO_LIMITS = {
  ...{ leaseMs: Number.POSITIVE_INFINITY, silenceMs: Number.POSITIVE_INFINITY },
  ...{ graceMs: Number.POSITIVE_INFINITY, arrivalMs: Number.POSITIVE_INFINITY },
  critiqueMs: Number.POSITIVE_INFINITY,
}

/** A feedback group in one process: the rules of a server's groups, without a store. */
export class GroupMemory {
  readonly #generation: string
  readonly #rules: GroupRules
  readonly #attemptsMax: { attemptsMax?: number }
  readonly #schedule: Schedule
  #group: GroupState
  /** Undefined for rollouts that ended and taught nothing. */
  readonly #ended = new Map<number, Attempt | undefined>()
  readonly #waiting = new Map<string, (attempts: readonly AttemptShown[]) => void>()

  constructor(group: RolloutMember, most = Number.POSITIVE_INFINITY) {
    const { run, id, size, mode, generation } = group
    const feedback = completeFeedback(group.feedback ?? {}, USUAL_FEEDBACK, size)
    this.#generation = generation
    this.#attemptsMax = Number.isFinite(most) ? { attemptsMax: most } : {}
    this.#rules = { env: '', revision: 0, task: '', size, mode, feedback }
    this.#schedule = buildSchedule(group, feedback)
    this.#group = newGroupState({ run, id }, NO_LIMITS, USUAL_FEEDBACK)
  }

  memberSchedule(index: number): MemberSchedule {
    return this.#schedule.forMember(index)
  }

  /**
   * Resolves with the attempts for an opening, once all rollouts before it have ended.
   *
   * @param step the training step, by which hints shrink
   */
  async attemptsFor(index: number, step = 0): Promise<readonly AttemptShown[]> {
    const call = String(index)
    return new Promise((go) => {
      this.#waiting.set(call, go)
      this.#ask(call, index, step)
    })
  }

  /**
   * Records a rollout's end, with its attempt if it failed, and releases those that wait for it.
   */
  end(index: number, attempt?: Attempt, success = false): void {
    if (this.#ended.has(index)) return
    this.#ended.set(index, attempt)
    const of = this.#of(index)
    // A rollout that could not be opened still ends.
    if (this.#group.generation === undefined) this.#ask(String(index), index, 0)
    this.#admit(index)
    const reason = success || attempt !== undefined ? 'closed' : 'client_fault'
    this.#feed({ kind: 'ended', reason, success, ...of })
  }

  /** Whether every rollout of the group has ended. */
  get isOver(): boolean {
    return this.#ended.size >= this.#rules.size
  }

  #ask(call: string, index: number, step: number): void {
    const waitRequest = { call, mayWait: true, step, rules: this.#rules, link: 'none' } as const
    this.#feed({ kind: 'open_requested', ...waitRequest, ...this.#attemptsMax, ...this.#of(index) })
  }

  readonly #of = (index: number) => ({ generation: this.#generation, index })

  #admit(index: number): void {
    const { condition } = this.memberSchedule(index)
    const openedMember = {
      call: String(index),
      episode: String(index),
      condition,
      link: 'none',
    } as const
    this.#feed({ kind: 'opened', ...openedMember, ...this.#of(index) })
  }

  #feed(event: GroupEvent): void {
    const { group, decisions } = reduceGroup(this.#group, event, 0)
    this.#group = group
    for (const decision of decisions) this.#carryOut(decision)
  }

  #carryOut(decision: GroupDecision): void {
    if (decision.kind === 'write') {
      const critique = this.#ended.get(decision.index) ?? 'nothing'
      this.#feed({ kind: 'critique', critique, ...this.#of(decision.index) })
    } else if (decision.kind === 'open') {
      this.#waiting.get(decision.call)?.(decision.attempts)
      this.#waiting.delete(decision.call)
      this.#admit(Number(decision.call))
    }
  }
}

/** The identity of a group. */
export const groupKey = ({ run, id, generation }: RolloutMember): string =>
  `${run}\n${id}\n${generation}`
