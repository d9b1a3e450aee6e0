import type { Attempt } from '../../../env/attempt.ts'
import {
  attemptsToShow,
  completeFeedback,
  type Feedback,
  type FeedbackDefaults,
  isFeedbackShown,
  type Place,
  placesOf,
} from '../../../env/group.ts'
import { type AttemptShown, tellAttempts } from '../../../env/group-block.ts'
import type { GroupPlace } from './playground.ts'

/** The schedule of groups that do not say otherwise: that of a server without settings. */
export const USUAL_FEEDBACK: FeedbackDefaults = {
  start_at: 1,
  clean_share: 0.25,
  show: 'all',
  cap_chars: 2_000,
  critique: 'rule',
}

interface Waiter {
  readonly after: number
  readonly go: () => void
}

/**
 * A group with feedback as a server keeps it, but for leases, crashes and the store: places, what
 * is shown and the words are those of the same functions.
 */
export class GroupMemory {
  readonly #feedback: Feedback
  readonly #places: readonly Place[]
  /** How many attempts the group may show in all. */
  readonly #most: number
  /** Undefined for rollouts that ended and taught nothing. */
  readonly #ended = new Map<number, Attempt | undefined>()
  readonly #succeeded = new Set<number>()
  readonly #shown = new Set<number>()
  readonly #waiting = new Set<Waiter>()

  constructor(group: GroupPlace, most = Number.POSITIVE_INFINITY) {
    this.#feedback = completeFeedback(group.feedback ?? {}, USUAL_FEEDBACK, group.size)
    this.#places = placesOf(group, this.#feedback)
    this.#most = most
  }

  placeOf(index: number): Place {
    return this.#places[index] as Place
  }

  /**
   * Resolves with what an opening shows, once all rollouts that it comes after have ended.
   *
   * @param step the training step, by which hints shrink
   */
  async attemptsFor(index: number, step = 0): Promise<readonly AttemptShown[]> {
    const { after } = this.placeOf(index)
    if (!this.#haveEnded(after)) {
      await new Promise<void>((go) => this.#waiting.add({ after, go }))
    }
    if (!isFeedbackShown(this.#feedback, (other) => this.#succeeded.has(other))) return []
    const known: Attempt[] = []
    for (let other = 0; other < after; other++) {
      const attempt = this.#ended.get(other)
      if (attempt !== undefined) known.push(attempt)
    }
    const chosen = attemptsToShow(known, this.#shown, this.#most)
    const told = tellAttempts(chosen, this.#feedback, step)
    for (const attempt of told) this.#shown.add(attempt.index)
    return told
  }

  /** Takes a rollout's end, with its attempt if it failed, and lets go whoever waited for it. */
  end(index: number, attempt?: Attempt, success = false): void {
    if (this.#ended.has(index)) return
    if (success) this.#succeeded.add(index)
    this.#ended.set(index, attempt)
    for (const waiter of this.#waiting) {
      if (!this.#haveEnded(waiter.after)) continue
      this.#waiting.delete(waiter)
      waiter.go()
    }
  }

  /** Whether every rollout of the group has ended. */
  get isOver(): boolean {
    return this.#ended.size >= this.#places.length
  }

  #haveEnded(count: number): boolean {
    for (let other = 0; other < count; other++) if (!this.#ended.has(other)) return false
    return true
  }
}

/** What makes a group one group. */
export const groupKey = ({ run, id, generation }: GroupPlace): string =>
  `${run}\n${id}\n${generation}`
