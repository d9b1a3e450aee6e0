// Guards that checks in threads report the same as one thread, for intact and damaged logs.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { startInProcess } from '../../../test/support/in-process.ts'
import { runCommand } from '../../../test/support/run-command.ts'
import { openPinnedDatabase } from '../../store/sqlite/pinned-database.ts'
import { storeSource } from '../logs/store-source.ts'
import { verifyAll } from './verify-all.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-check-threads-'))
const db = join(folder, 'checked.db')
afterAll(() => rmSync(folder, { recursive: true }))

function damage(): void {
  const file = openPinnedDatabase(db)
  const episodes = file.prepare('SELECT key FROM episode ORDER BY key').pluck().all()
  const change =
    file.prepare(`UPDATE event SET payload = replace(payload, '"reward":', '"reward": ')
    WHERE episode_key = ? AND position = 1`)
  expect(change.run(episodes[20]).changes).toBe(1)
  file.close()
}

it('tells the same in threads, in the order of the episodes', async () => {
  const server = await startInProcess({ db })
  const where = ['--url', server.url, '--env', 'mock-v1', '--policy', 'oracle']
  await runCommand('rollout', ...where, '--episodes', '40', '--concurrency', '4')
  await server.stop()
  damage()
  const source = await storeSource(db)
  const alone = await verifyAll(source, { threads: 1 })
  const apart = await verifyAll(source, { threads: 2 })
  await source.close()
  expect(apart).toEqual(alone)
  expect(alone.summary).toMatchObject({ episodes: 40, verified: 39, broken_chain: 1 })
})
