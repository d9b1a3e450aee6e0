import fc from 'fast-check'
import { expect } from 'vitest'
import type { AppendOutcome, AppendRow, EventStore } from './event-store.ts'
import { SampleEpisode } from './sample.contract.ts'

/** Some rows of one of a few episodes: its next ones, or ones that must be refused. */
interface Piece {
  readonly episode: number
  readonly openKey: number
  readonly rows: number
  readonly fault: 'none' | 'gap' | 'stale' | 'foreign'
}

const PIECE: fc.Arbitrary<Piece> = fc.record({
  episode: fc.integer({ min: 0, max: 5 }),
  openKey: fc.integer({ min: 0, max: 3 }),
  rows: fc.integer({ min: 1, max: 20 }),
  fault: fc.constantFrom('none', 'none', 'gap', 'stale', 'foreign'),
})

/** A list of batches, each of a few pieces of different episodes. */
export const MODEL_COMMANDS: fc.Arbitrary<Piece[][]> = fc.array(
  fc.uniqueArray(PIECE, { selector: (piece) => piece.episode, minLength: 1, maxLength: 6 }),
  { minLength: 1, maxLength: 8 },
)

/** What a store must hold: the rows of every episode and who holds which open key. */
interface Model {
  readonly chains: Map<string, AppendRow[]>
  readonly holders: Map<string, string>
}

/**
 * Plays batches on a store and on the model, and compares every answer and the end. With several
 * stores (on the same data) they take turns.
 */
export async function playAgainstModel(
  stores: readonly [EventStore, ...EventStore[]],
  batches: readonly (readonly Piece[])[],
): Promise<void> {
  const model: Model = { chains: new Map(), holders: new Map() }
  for (const [turn, pieces] of batches.entries()) {
    const writer = stores[turn % stores.length] ?? stores[0]
    const parts = pieces.map((piece) => ({ piece, rows: rowsOf(model, piece) }))
    const expected = parts.map(({ piece, rows }) => expectedOutcome(model, piece, rows))
    const outcomes = await writer.log.append(parts.flatMap(({ rows }) => rows))
    expect([...outcomes.values()]).toEqual(expected)
  }
  for (const store of stores) await compare(store, model)
}

async function compare(store: EventStore, model: Model): Promise<void> {
  for (const [episode, rows] of model.chains) {
    const found = await store.log.load(episode)
    expect(found?.rows.map((row) => row.hash)).toEqual(rows.map((row) => row.hash))
    expect(found?.summary).toMatchObject({ ...rows.at(-1)?.progress, ...rows[0]?.index })
  }
  const { episodes } = await store.log.list({ limit: 100 })
  expect(episodes.map(({ episode }) => episode)).toEqual([...model.chains.keys()])
  for (const [key, holder] of model.holders) {
    expect(await store.log.findByOpenKey('local', key)).toBe(holder)
  }
}

function rowsOf(model: Model, piece: Piece): AppendRow[] {
  const episode = `e${piece.episode}`
  const stored = model.chains.get(episode) ?? []
  const sample = new SampleEpisode(episode, { openKey: openKeyOf(stored, piece) })
  const chain = sample.prefix(stored.length + piece.rows)
  const next = chain.slice(stored.length, stored.length + piece.rows)
  if (piece.fault === 'none') return next
  if (piece.fault === 'gap') return chain.slice(stored.length + 1)
  if (piece.fault === 'stale') return chain.slice(Math.max(0, stored.length - 1)).slice(0, 2)
  return next.map((row, at) => (at === 0 ? { ...row, previousHash: 'elsewhere' } : row))
}

function openKeyOf(stored: readonly AppendRow[], piece: Piece): string {
  return stored[0]?.index?.openKey ?? `k${piece.openKey}`
}

function expectedOutcome(model: Model, piece: Piece, rows: readonly AppendRow[]): AppendOutcome {
  const episode = `e${piece.episode}`
  const stored = model.chains.get(episode)
  const conflict = (reason: 'position' | 'chain'): AppendOutcome => {
    return { status: 'conflict', reason, episode }
  }
  if (piece.fault === 'gap' || piece.fault === 'foreign') return conflict('chain')
  if (piece.fault === 'stale' && stored !== undefined) return conflict('position')
  const openKey = rows[0]?.index?.openKey
  const holder = openKey === undefined ? undefined : model.holders.get(openKey)
  if (holder !== undefined) return { status: 'conflict', reason: 'open_key', episode: holder }
  if (openKey !== undefined) model.holders.set(openKey, episode)
  model.chains.set(episode, [...(stored ?? []), ...rows])
  return { status: 'stored' }
}
