import { createHmac } from 'node:crypto'
import type { BaseTask } from '../env/task-data.ts'

/**
 * Digests under the store's secret: what a client may see of a value that hidden facts went into.
 * Whoever guesses those facts cannot test the guess, since nobody outside can compute the digest.
 */
export interface KeyedDigests {
  /** A row's hash as clients see it: equal for equal hashes, so that chains still show. */
  rowHash(hash: string): string
  /** The seed of an episode whose client gives none: for a task of this store always the same. */
  defaultSeed(environment: string, task: BaseTask): number
}

const SEED_BITS = 53n

/** @param secret the store's, from `EventStore.secret` */
export function keyedDigests(secret: string): KeyedDigests {
  // The purpose stands first, so that a digest for one purpose is never one for another.
  const digest = (purpose: string, text: string): Buffer =>
    createHmac('sha256', secret).update(`${purpose}\n${text}`).digest()
  return {
    rowHash: (hash) => digest('row hash', hash).toString('hex'),
    defaultSeed(environment, { id, seed }) {
      const bytes = digest('default seed', JSON.stringify([environment, id, seed]))
      return Number(bytes.readBigUInt64BE() >> (64n - SEED_BITS))
    },
  }
}
