// Guards that what clients are shown of a row has nothing in it that is meant for operators.
import { expect, it } from 'vitest'
import type { StoredRow } from '../store/event-store.ts'
import { rowResult } from './views.ts'

const row: StoredRow = {
  episode: 'ep_1',
  position: 1,
  kind: 'closed',
  wallMs: 5,
  previousHash: 'a',
  hash: 'b',
  number: 2,
  payload: JSON.stringify({ detail: 'boom at hidden-place.ts:1', messages: [], reward: 0 }),
}

it('shows the text of an environment’s error to admins only', () => {
  const admin = rowResult(row, undefined, { kind: 'principal', name: 'a', role: 'admin' })
  expect(admin.payload).toContain('boom')
  const client = rowResult(row, undefined, { kind: 'principal', name: 'c', role: 'client' })
  expect(client).toMatchObject({ view: { detail: null, reward: 0 } })
  expect(JSON.stringify(client)).not.toContain('boom')
})
