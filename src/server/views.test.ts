// Guards that a client's view of a row contains no operator data and reveals no hidden facts.
import { describe, expect, it } from 'vitest'
import type { StoredRow } from '../store/event-store.ts'
import { keyedDigests } from './keyed-digests.ts'
import { rowResult } from './views.ts'

const CORE = { digests: keyedDigests('a secret'), catalog: new Map() }

const row: StoredRow = {
  episode: 'ep_1',
  position: 1,
  kind: 'closed',
  wallMs: 5,
  previousHash: 'a',
  hash: 'b',
  number: 2,
  tookMs: null,
  payload: JSON.stringify({ detail: 'boom at hidden-place.ts:1', messages: [], reward: 0 }),
}

const opening = {
  ...row,
  position: 0,
  kind: 'opened' as const,
  payload: JSON.stringify({
    task: { id: 'train-1', seed: 777_777, gold: 'hidden gold' },
    world_hash: 'hash of the world',
    request_digest: 'digest of the request',
    seeds: [
      { from_step: 0, seed: 4 },
      { from_step: 3, seed: 5 },
    ],
    parent: { episode: 'ep_0', position: 2, hash: 'hash of the parent' },
  }),
}

describe('a row as a client sees it', () => {
  it('shows the text of an environment’s error to admins only', () => {
    const admin = rowResult(CORE, row, 'none-v1', true)
    expect(admin.payload).toContain('boom')
    const client = rowResult(CORE, row, 'none-v1', false)
    expect(client).toMatchObject({ view: { detail: null, reward: 0 } })
    expect(JSON.stringify(client)).not.toContain('boom')
  })

  it('shows hashes under the secret of the store, which still form a chain', () => {
    const next = { ...row, position: 2, previousHash: 'b', hash: 'c' }
    const [first, second] = [row, next].map((one) => rowResult(CORE, one, 'none-v1', false))
    expect(first?.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(second?.previous_hash).toBe(first?.hash)
    const elsewhere = { ...CORE, digests: keyedDigests('another secret') }
    expect(rowResult(elsewhere, row, 'none-v1', false).hash).not.toBe(first?.hash)
    expect(rowResult(CORE, row, 'none-v1', true).hash).toBe('b')
  })

  it('leaves out digests of hidden payloads and the seed of the task', () => {
    const client = rowResult(CORE, opening, 'none-v1', false)
    expect(client.view).toMatchObject({
      task: { id: 'train-1' },
      seeds: [
        { from_step: 0, seed: 4 },
        { from_step: 3, seed: 5 },
      ],
      parent: { episode: 'ep_0', position: 2 },
    })
    expect(JSON.stringify(client)).not.toMatch(/777777|hidden gold|hash of|digest of/)
  })
})

describe('the default seed', () => {
  const task = { id: 'train-1', split: 'train', index: 1, seed: 77, difficulty: 1 }
  const seedOf = (secret: string, changes: object = {}): number =>
    keyedDigests(secret).defaultSeed('one-v1', { ...task, ...changes })

  it('is the same for a task of a store, and another for every other task, seed or store', () => {
    const seed = seedOf('s')
    expect(seedOf('s')).toBe(seed)
    const others = [seedOf('t'), seedOf('s', { id: 'train-2' }), seedOf('s', { seed: 78 })]
    expect(new Set([seed, ...others, task.seed]).size).toBe(5)
  })

  it('is a whole number that every client can carry', () => {
    for (let number = 0; number < 1_000; number++) {
      const seed = seedOf('s', { seed: number })
      expect(Number.isSafeInteger(seed) && seed >= 0).toBe(true)
    }
  })
})
