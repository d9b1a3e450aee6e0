// Guards that every command that reads or keeps episodes takes a PostgreSQL database.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { NEWEST } from '../../src/store/postgres/migrate.ts'
import { runCommand } from '../support/run-command.ts'
import { newDatabase } from './support/databases.ts'

const PASSWORD = 'not-to-be-seen'

async function run(...words: string[]) {
  const ran = await runCommand(...words).catch((error: Error) => {
    expect(String(error.stack)).not.toContain(PASSWORD)
    return { out: '', err: error.message, code: 2 }
  })
  expect(ran.out + ran.err).not.toContain(PASSWORD)
  return ran
}

it('plays, lists, replays, exports, checks, counts and prunes', async () => {
  const url = new URL(await newDatabase())
  url.password = PASSWORD
  const db = ['--db', url.href] as const
  const none = await run('db', 'info', ...db, '--json')
  expect(JSON.parse(none.out)).toMatchObject({ episodes: 0, schema_version: 0 })
  const played = ['--env', 'phone-call-v2', '--split', 'val', '--policy', 'oracle']
  expect((await run('rollout', ...played, '--episodes', '3', ...db)).code).toBe(0)
  const listed = await run('episodes', 'list', ...db)
  const [id = ''] = /ep_[0-9a-f]{32}/.exec(listed.out) ?? []
  expect(id).not.toBe('')
  expect((await run('replay', '--all', ...db)).code).toBe(0)
  expect((await run('replay', id, ...db)).out).toContain('phone-call-v2')
  const file = join(mkdtempSync(join(tmpdir(), 'backchannel-export-')), 'logs.jsonl')
  expect((await run('export', '--output', file, ...db)).code).toBe(0)
  expect(readFileSync(file, 'utf8')).toContain(id)
  rmSync(dirname(file), { recursive: true })
  expect((await run('db', 'check', ...db)).out).toMatch(/^3 episodes, \d+ rows: no defects/)
  const forked = await run('fork', id, '--at', '0', ...db)
  expect(forked.out).toMatch(/^ep_/)
  const info = JSON.parse((await run('db', 'info', ...db, '--json')).out)
  expect(info).toMatchObject({ episodes: 4, open_episodes: 1, schema_version: NEWEST })
  expect((await run('config', ...db)).out).toContain(`db: postgres://${url.username}@${url.host}`)
  expect((await run('db', 'backup', '/nowhere', ...db)).err).toContain(
    'is a PostgreSQL database, not a file',
  )
  expect((await run('replay', 'ep_0', ...db)).err).toContain(
    'there is no episode ep_0 in postgres:',
  )
  expect((await run('db', 'prune', '--older-than', '0s', ...db)).out).toMatch(/^3 episodes removed/)
})
