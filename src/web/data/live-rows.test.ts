// Guards that news of a feed reach the list: in place at once, elsewhere when nothing slips away.
import { describe, expect, it } from 'vitest'
import {
  appendPage,
  applyChanges,
  applyWaiting,
  type ListedEpisodeRow,
  type LiveRows,
  NO_ROWS,
} from './live-rows.ts'

const row = (id: number, more: Partial<ListedEpisodeRow> = {}): ListedEpisodeRow => ({
  ...{ episode_id: `ep_${id}`, env: 'mock-v1', task: 'val-000000', split: 'val', difficulty: 1 },
  ...{ principal: 'local', run: null, parent: null, group: null, condition: 'clean' },
  ...{ steps: 1, score: 0, end_reason: null, success: null, silent_ms: 0, malformed_calls: null },
  ...{ revision: 1, opened_ms: id, updated_ms: id, labels: {}, ...more },
})

const listOf = (...rows: ListedEpisodeRow[]): LiveRows => ({ ...NO_ROWS, rows })
const idsOf = ({ rows }: LiveRows): string[] => rows.map(({ episode_id: id }) => id)
const news = (...changed: ListedEpisodeRow[]) => ({ changed, gone: [] })

describe('the rows of a list that is followed', () => {
  it('change in place at once', () => {
    const rows = applyChanges(
      listOf(row(2), row(1)),
      'newest',
      news(row(1, { steps: 9, updated_ms: 5 })),
    )
    expect(rows.rows[1]?.steps).toBe(9)
    expect(rows.waiting.size).toBe(0)
  })

  it('stay unchanged while the list is paused', () => {
    const later = row(1, { steps: 9, updated_ms: 5 })
    const rows = applyChanges(listOf(row(2), row(1)), 'newest', news(later), true)
    expect(rows.rows[1]?.steps).toBe(1)
    expect(applyWaiting(rows, 'newest').rows[1]?.steps).toBe(9)
  })

  it('wait, and are inserted at their positions', () => {
    const rows = applyChanges(listOf(row(5), row(1)), 'newest', news(row(3), row(9)))
    expect(idsOf(rows)).toEqual(['ep_5', 'ep_1'])
    expect(idsOf(applyWaiting(rows, 'newest'))).toEqual(['ep_9', 'ep_5', 'ep_3', 'ep_1'])
    expect(applyWaiting(rows, 'newest').growth).toBe(2)
  })

  it('ignore changes after the last loaded page', () => {
    const partly = { ...listOf(row(5), row(4)), next: 'ep_4' }
    expect(applyChanges(partly, 'newest', news(row(1))).waiting.size).toBe(0)
    expect(applyChanges({ ...partly, next: null }, 'newest', news(row(1))).waiting.size).toBe(1)
  })

  it('stay until removed rows are applied', () => {
    const rows = applyChanges(listOf(row(2), row(1)), 'newest', {
      changed: [],
      gone: ['ep_2', 'ep_7'],
    })
    expect(idsOf(rows)).toEqual(['ep_2', 'ep_1'])
    expect(idsOf(applyWaiting(rows, 'newest'))).toEqual(['ep_1'])
    expect(applyWaiting(rows, 'newest').growth).toBe(-1)
  })

  it('move if the order depends on what changed', () => {
    const rows = applyChanges(listOf(row(2), row(1)), 'updated', news(row(1, { updated_ms: 7 })))
    expect(idsOf(rows)).toEqual(['ep_2', 'ep_1'])
    expect(idsOf(applyWaiting(rows, 'updated'))).toEqual(['ep_1', 'ep_2'])
    expect(applyWaiting(rows, 'updated').growth).toBe(0)
  })

  it('are counted once if they move up from a page that is not loaded', () => {
    const partly = { ...listOf(row(9), row(8)), next: 'ep_8' }
    const moved = row(1, { updated_ms: 20 })
    const opened = row(21, { updated_ms: 22 })
    for (const order of ['updated', 'reward'] as const) {
      const ended = [moved, opened].map((one) => ({ ...one, end_reason: 'completed', score: 1 }))
      const rows = applyChanges(partly, order, news(...(ended as ListedEpisodeRow[])))
      expect(rows.waiting.size).toBe(2)
      expect(applyWaiting(rows, order).growth).toBe(1)
    }
  })

  it('are bounded for any number of changes', () => {
    let list = listOf()
    for (let round = 0; round < 10; round++) {
      const many = Array.from({ length: 500 }, (_, index) => row(round * 500 + index))
      list = applyWaiting(applyChanges(list, 'newest', news(...many)), 'newest')
    }
    expect(list.rows).toHaveLength(2_000)
    expect(list.next).toBe('ep_3000')
    expect(idsOf(appendPage(list, [row(3_000), row(2_999)], null)).slice(-2)).toEqual([
      'ep_3000',
      'ep_2999',
    ])
    const flood = Array.from({ length: 1_200 }, (_, index) => row(9_000 + index))
    const rows = applyChanges(list, 'newest', news(...flood))
    expect(rows.hasOverflowed).toBe(true)
    expect(rows.waiting.size).toBe(0)
  })
})
