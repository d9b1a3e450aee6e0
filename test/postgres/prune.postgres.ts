// Guards that a prune keeps worlds and texts that get a user while it looks for those without one.
import { afterEach, expect, it } from 'vitest'
import { readAddress } from '../../src/store/postgres/address.ts'
import { Database } from '../../src/store/postgres/database.ts'
import { removeWorlds } from '../../src/store/postgres/prune.ts'
import { sweepTexts } from '../../src/store/postgres/text-sweep.ts'
import { asOwner, newStore } from './support/databases.ts'

const KEYS = [1, 2].map((digit) => `00000000-0000-0000-0000-00000000000${digit}`)
const opened: Database[] = []
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
})

const EPISODE = `INSERT INTO backchannel.episode (key, id, updated_ms, steps, total, opened_ms,
  environment, task_id, split, difficulty, principal, open_key, world_hash, digest)
  VALUES (1, 'one', 1, 0, 0, 1, 'mock-v1', 't', 'train', 1, 'p', 'k', 'used', '')`
const EVENT = `INSERT INTO backchannel.event
  VALUES (1, 1, 0, 'o', 1, 0, '', '{}', NULL, '[[1, "${KEYS[0]}"]]')`
const FILL = `INSERT INTO backchannel.world VALUES ('used', 1, '{}'), ('unused', 1, '{}'),
    ('retained', 1, '{}'), ('new', 9, '{}');
  INSERT INTO backchannel.text VALUES ('${KEYS[0]}', 0, 'a'), ('${KEYS[1]}', 0, 'b')`
/** Looked up anew, since a transaction sees the sessions of its first look. */
const WAITING = `SELECT count(*)::integer AS count FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`

/** Starts work, and stores rows when it has read and waits for the lock; answers what is left. */
async function meanwhile(
  rows: string,
  work: (database: Database) => Promise<void>,
  left: string,
): Promise<unknown[]> {
  const path = await newStore()
  const database = new Database(readAddress(path), { retryMs: 0 })
  opened.push(database)
  return asOwner(async (client) => {
    await client.query(FILL)
    await client.query('BEGIN; SELECT FROM backchannel.log_head FOR UPDATE')
    const working = work(database)
    const countWaiting = async (): Promise<number> => {
      await client.query('SELECT pg_stat_clear_snapshot()')
      return (await client.query(WAITING)).rows[0].count
    }
    await expect.poll(countWaiting, { timeout: 4_000 }).toBe(1)
    await client.query(`${rows}; UPDATE backchannel.log_head SET number = 1, key = 1; COMMIT`)
    await working
    return (await client.query({ text: left, rowMode: 'array' })).rows.flat()
  }, path)
}

it('keeps a world that an episode uses by then', async () => {
  const retained = new Map([['retained', '{}']])
  const work = (database: Database) => removeWorlds(database, 5, retained)
  const left = await meanwhile(EPISODE, work, 'SELECT hash FROM backchannel.world ORDER BY hash')
  expect(left).toEqual(['new', 'retained', 'used'])
})

it('keeps a text that a row needs by then', async () => {
  const work = (database: Database) => sweepTexts(database, new Set([0]))
  const left = await meanwhile(EVENT, work, 'SELECT key FROM backchannel.text')
  expect(left).toEqual([KEYS[0]])
})
