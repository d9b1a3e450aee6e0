// Guards the listing of episodes: the same from a store, a server and an exported file.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startInProcess } from '../../test/support/in-process.ts'
import { runCommand } from '../../test/support/run-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-episodes-'))
const db = join(folder, 'episodes.db')
const file = join(folder, 'not/there/yet', 'logs.jsonl')
let fromServer: string

beforeAll(async () => {
  const server = await startInProcess({ db })
  const where = ['--url', server.url, '--env', 'mock-v1', '--concurrency', '1']
  await runCommand('rollout', ...where, '--policy', 'oracle', '--episodes', '3', '--run', 'won')
  await runCommand('rollout', ...where, '--policy', 'random', '--episodes', '4', '--run', 'tried')
  fromServer = (await runCommand('episodes', 'list', '--url', server.url, '--json')).out
  await server.stop()
  await runCommand('export', '--db', db, '--output', file)
})
afterAll(() => rmSync(folder, { recursive: true }))

const list = (...words: string[]) => runCommand('episodes', 'list', ...words)
const rowsOf = (out: string) =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

it('tells of each episode, wherever it is read from', async () => {
  const rows = rowsOf((await list('--db', db, '--json')).out)
  expect(rows).toHaveLength(7)
  expect(rows[0]).toMatchObject({ env: 'mock-v1', run: 'won', score: 1, success: true })
  expect(rowsOf(fromServer)).toEqual(rows)
  expect(rowsOf((await list('--file', file, '--json')).out)).toEqual(rows)
})

it('chooses by run and success, and says where it stopped and where there is none', async () => {
  const won = await list('--db', db, '--run', 'won', '--success', 'true')
  expect(won.out.trim().split('\n')).toHaveLength(3)
  expect(won.out).toMatch(/mock-v1 {2}val-000000 {2}\d+ steps {2}1\.000 {2}won {2}\w+ {2}won\n/)
  const few = await list('--db', db, '--count', '2')
  expect([few.out.trim().split('\n').length, few.err]).toEqual([2, expect.stringMatching(/more/)])
  const none = await list('--db', db, '--run', 'nobody')
  expect([none.out, none.err, none.code]).toEqual(['', expect.stringMatching(/no such/), 0])
})
