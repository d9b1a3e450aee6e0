import type { EpisodeHead } from '../batch.ts'

/** Names the running mean of a run's episodes under one condition. */
export interface MeanKey {
  readonly principal: string
  readonly run: string
  readonly condition: string
}

/** The head of a stored episode and its integer key. Code that stores rows updates it. */
export interface KnownHead extends EpisodeHead {
  readonly key: number
  /** What running mean the episode counts in; null outside of runs. */
  readonly mean: MeanKey | null
  position: number
  hash: string
}

const GENERATION_MAX = 32_768

/**
 * The heads of the episodes used last, so that an append need not read them. Two generations stand
 * for the order of use: when the young one is full, the old one is forgotten.
 */
export class HeadCache {
  #young = new Map<string, KnownHead>()
  #old = new Map<string, KnownHead>()

  get(episode: string): KnownHead | undefined {
    const young = this.#young.get(episode)
    if (young !== undefined) return young
    const old = this.#old.get(episode)
    if (old !== undefined) this.set(episode, old)
    return old
  }

  set(episode: string, head: KnownHead): void {
    if (this.#young.size >= GENERATION_MAX && !this.#young.has(episode)) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(episode, head)
  }

  clear(): void {
    this.#young = new Map()
    this.#old = new Map()
  }
}
