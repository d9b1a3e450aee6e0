// Guards that a store on read-only media can be read, and that no copy of it remains.
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCommand } from '../../test/support/run-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-read-only-'))
const media = join(folder, 'media')
const db = join(folder, 'store.db')
const mounted = (...words: string[]): boolean => spawnSync('mount', words).status === 0

let isReadOnly = false
beforeAll(async () => {
  const play = ['--env', 'mock-v1', '--policy', 'oracle', '--episodes', '2', '--split', 'val']
  expect((await runCommand('rollout', '--db', db, ...play)).code).toBe(0)
  mkdirSync(media)
  // Root may write despite file permissions; only a read-only mount also stops root.
  isReadOnly = mounted('-t', 'tmpfs', 'tmpfs', media)
  if (!isReadOnly) return
  for (const name of ['store.db', 'store.db-head']) {
    copyFileSync(join(folder, name), join(media, name))
  }
  isReadOnly = mounted('-o', 'remount,ro', media)
})
afterAll(() => {
  spawnSync('umount', [media])
  rmSync(folder, { recursive: true, force: true })
})

/** Temporary copies that are read instead of the stores. */
const copies = (): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith('backchannel-read-') && name.length < 24)

const COMMANDS = [
  ['episodes', 'list'],
  ['replay', '--all'],
  ['db', 'check'],
  ['db', 'info'],
  ['export', '--format', 'logs', '--output', join(folder, 'logs.jsonl')],
  ['db', 'backup', join(folder, 'backup.db')],
] as const

it.for(COMMANDS)('is read by %s %s', async (words, { skip }) => {
  if (!isReadOnly) skip('nothing can be mounted here, and root may write whatever the rights say')
  const before = copies()
  const ran = await runCommand(...words, '--db', join(media, 'store.db'))
  expect([ran.code, ran.err.replace(/^Wrote.*\n/, '')]).toEqual([0, ''])
  expect(copies()).toEqual(before)
})

it('leaves a link to nowhere where it is, and follows one that leads somewhere', async () => {
  const link = join(folder, 'link.jsonl')
  const nowhere = join(folder, 'nowhere')
  symlinkSync(nowhere, link)
  const exported = ['export', '--db', db, '--format', 'episodes', '--output']
  for (const words of [
    ['db', 'backup', link, '--db', db],
    ['db', 'restore', db, '--db', link],
    ['db', 'restore', db, '--db', link, '--replace'],
    [...exported, link],
  ]) {
    const { err, code } = await runCommand(...words)
    expect([code, err]).toEqual([2, expect.stringContaining(`is a link to ${nowhere}, where`)])
    expect(readlinkSync(link)).toBe(nowhere)
  }
  const [place, to] = [join(folder, 'elsewhere.jsonl'), join(folder, 'rows.jsonl')]
  expect((await runCommand(...exported, place)).code).toBe(0)
  symlinkSync(place, to)
  expect((await runCommand(...exported, to)).code).toBe(0)
  expect(lstatSync(to).isSymbolicLink()).toBe(true)
  expect(readFileSync(place, 'utf8').trim().split('\n')).toHaveLength(2)
})
