import { childSeed, stream } from '../../../sim/random.ts'
import type { GroupPlace } from './playground.ts'

/** When rollouts of a group start, and what they are shown. */
export interface FeedbackSchedule {
  /** The first index that may be shown anything. */
  readonly startAt: number
  /** Sizes of the waves that run at once; left out: one after another. */
  readonly waves?: readonly number[]
  /** Share of rollouts that are shown nothing, index 0 among them. */
  readonly cleanShare: number
  readonly show: 'all' | 'last'
  /** Longest block, in characters: the oldest attempts are left out first. */
  readonly capCharacters: number
}

export const USUAL_SCHEDULE: FeedbackSchedule = {
  startAt: 1,
  cleanShare: 0.25,
  show: 'all',
  capCharacters: 2_000,
}

/** What is left of a finished attempt. */
export interface Attempt {
  readonly index: number
  readonly success: boolean
  readonly reward: number
  readonly critique: string
}

/** The indices of a group that are shown nothing: fixed by the group's id, 0 among them. */
export function cleanIndices(id: string, size: number, schedule: FeedbackSchedule): Set<number> {
  const clean = new Set<number>()
  for (let index = 0; index < Math.min(schedule.startAt, size); index++) clean.add(index)
  const wanted = Math.round(schedule.cleanShare * size)
  const rest = Array.from({ length: size }, (_, index) => index).filter((at) => !clean.has(at))
  for (const index of stream(childSeed(0, id), 0, 'clean').shuffle(rest)) {
    if (clean.size >= wanted) break
    clean.add(index)
  }
  return clean
}

/** The first index of the wave that an index belongs to: what ended before it may be shown. */
export function waveStart(index: number, waves: readonly number[] | undefined): number {
  let start = 0
  for (const size of waves ?? []) {
    if (index < start + size) return start
    start += size
  }
  return waves === undefined ? index : start
}

/** The block that tells of failed attempts, or undefined if there is nothing to tell. */
export function attemptsBlock(
  attempts: readonly Attempt[],
  { show, capCharacters }: Pick<FeedbackSchedule, 'show' | 'capCharacters'>,
): { readonly text: string; readonly shown: number } | undefined {
  const failed = attempts.filter(({ success, critique }) => !success && critique !== '')
  const chosen = show === 'last' ? failed.slice(-1) : failed
  const blocks = chosen.map(({ critique, reward }, at) => {
    const label = reward > 0 ? 'partly done' : 'failed'
    return `Attempt ${at + 1} (${label}):\n${critique}`
  })
  let length = blocks.reduce((sum, block) => sum + block.length + 1, 0)
  while (blocks.length > 1 && length > capCharacters) length -= (blocks.shift()?.length ?? 0) + 1
  if (blocks.length === 0) return undefined
  const text = `<previous_attempts>\n${blocks.join('\n')}\n</previous_attempts>`
  return { text, shown: blocks.length }
}

/** The attempts of one group, and the rollouts that wait for them. */
export class GroupMemory {
  readonly #attempts = new Map<number, Attempt>()
  readonly #waiting = new Set<{ readonly before: number; readonly go: () => void }>()

  /** Resolves with the attempts before an index, in order, once all of them have ended. */
  async before(index: number): Promise<readonly Attempt[]> {
    if (!this.#complete(index)) {
      await new Promise<void>((go) => this.#waiting.add({ before: index, go }))
    }
    return [...this.#attempts.values()]
      .filter((attempt) => attempt.index < index)
      .sort((left, right) => left.index - right.index)
  }

  /** Keeps a finished attempt and lets go whoever waited for it. */
  add(attempt: Attempt): void {
    this.#attempts.set(attempt.index, attempt)
    for (const waiter of this.#waiting) {
      if (!this.#complete(waiter.before)) continue
      this.#waiting.delete(waiter)
      waiter.go()
    }
  }

  /** Whether every rollout of the group has ended. */
  isOver(size: number): boolean {
    return this.#attempts.size >= size
  }

  #complete(index: number): boolean {
    for (let other = 0; other < index; other++) if (!this.#attempts.has(other)) return false
    return true
  }
}

/** What makes a group one group. */
export const groupKey = ({ run, id, generation }: GroupPlace): string =>
  `${run}\n${id}\n${generation}`
