/** Guards playing an episode by hand: turns, hints, undo, mistakes, leaving. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { finished, spawnCommand } from '../../test/support/command-process.ts'
import { type Ran, runCommand } from '../../test/support/run-command.ts'
import { mockTask } from '../env/mock/task.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-play-'))
const db = join(folder, 'store.db')
afterAll(() => rmSync(folder, { recursive: true }))

const { code } = mockTask('val', 3)
const play = (lines: readonly string[]): Promise<Ran> => {
  const words = ['play', '--env', 'mock-v1', '--index', '3', '--db', db, '--data', folder]
  return finished(spawnCommand(words), `${lines.join('\n')}\n`)
}

it('plays to the end, takes a turn back and leaves a log that verifies', async () => {
  const {
    out,
    err,
    code: exit,
  } = await play([
    'read_code',
    '?',
    'enter_code code=000',
    ':undo',
    'entr_code code=1',
    'enter_code nothing',
    `enter_code code=${code}`,
    'this line is not read any more',
  ])
  expect({ err, exit }).toEqual({ err: '', exit: 0 })
  expect(out).toContain('user: Please open the locked box.')
  expect(out).toContain('enter_code code=<string>\n      Enter a code of three digits')
  expect(out).toMatch(/> \?\nPossible turns:\n {2}read_code\n/)
  expect(out).toMatch(/The lock does not move\.\n {2}\(reward -0\.1, score -0\.1\)/)
  expect(out).toMatch(/> :undo\nUndid turn 2; the episode is now ep_\w+\./)
  expect(out).toContain('There is no tool "entr_code". Did you mean enter_code?')
  expect(out).toContain('Write arguments as name=value, starting at: nothing')
  expect(out).toMatch(
    /The box is open\.\n {2}\(reward 1, score 1\)\nYou did it: completed, score 1\.\n$/,
  )
  const all = await runCommand('replay', '--all', '--db', db, '--json')
  expect(JSON.parse(all.out)).toMatchObject({ episodes: 2, verified: 2 })
})

it('closes the episode when the player leaves, or the input ends', async () => {
  expect((await play([':undo', ':tools', ':quit'])).out).toMatch(
    /There is no turn to undo\.\n.*\nLeft: client_closed, score 0\.\n$/s,
  )
  expect((await play(['Hello?'])).out).toMatch(/Left: client_closed, score 0\.\n$/)
})

it('says what can be played', async () => {
  const { err, code: exit } = await runCommand('play', '--data', folder)
  expect(exit).toBe(2)
  expect(err).toMatch(/no environment is named\nGive --env, one of: .*mock-v1/)
  const unknown = await runCommand('play', '--env', 'mok-v1', '--data', folder)
  expect(unknown.err).toMatch(/no environment "mok-v1" \(env\/unknown\)\nDid you mean mock-v1/)
})

it.each([
  [['--episode', 'ep_0'], /where that episode is\nGive --db or --url/],
  [['--episode', 'ep_0', '--env', 'mock-v1', '--db', db], /--env has no effect with --episode/],
  [['--episode', 'ep_0', '--seed', '0', '--db', db], /--seed has no effect with --episode/],
  [['--episode', 'ep_0', '--index', '0', '--db', db], /--index has no effect with --episode/],
  [
    ['--env', 'mock-v1', '--task', 'val-000003', '--index', '3'],
    /--index has no effect with --task/,
  ],
  [
    ['--env', 'mock-v1', '--task', 'val-000003', '--split', 'val'],
    /--split has no effect with --task/,
  ],
  [
    ['--env', 'mock-v1', '--url', 'http://127.0.0.1:1', '--db', db],
    /--db has no effect with --url/,
  ],
])('refuses flags without effect: %s', async (words, message) => {
  const { err, code: exit } = await runCommand('play', ...words)
  expect([exit, err]).toEqual([2, expect.stringMatching(message)])
})

it('creates no store to continue an episode of it', async () => {
  const missing = join(folder, 'missing.db')
  const { err } = await runCommand('play', '--episode', 'ep_0', '--db', missing)
  expect(err).toMatch(/there is no event store at .*missing\.db/)
  expect(existsSync(missing)).toBe(false)
})
