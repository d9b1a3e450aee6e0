import { createHmac } from 'node:crypto'
import type { BaseTask } from '../env/task-data.ts'

const SEED_BITS = 53n

/**
 * Digests with the store's secret, for values that depend on hidden facts. Clients cannot test a
 * guess of those facts, because nobody else can compute the digest.
 *
 * @param secret the store's, from `EventStore.secret`
 */
export function keyedDigests(secret: string) {
  // The purpose comes first, so that a digest for one purpose never equals one for another.
  const digest = (purpose: string, text: string): Buffer =>
    createHmac('sha256', secret).update(`${purpose}\n${text}`).digest()
  return {
    /** The hash of a row as clients see it. Equal hashes stay equal, so chains remain visible. */
    rowHash: (hash: string): string => digest('row hash', hash).toString('hex'),
    /** The seed of an episode whose client gives none, always the same for a task in this store. */
    defaultSeed(environment: string, { id, seed }: BaseTask): number {
      const bytes = digest('default seed', JSON.stringify([environment, id, seed]))
      return Number(bytes.readBigUInt64BE() >> (64n - SEED_BITS))
    },
  }
}
export type KeyedDigests = ReturnType<typeof keyedDigests>
