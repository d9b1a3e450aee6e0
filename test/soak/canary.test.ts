/** Guards that the soak notices a lost row: its smallest size passes, and fails with one lost. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { playThroughKills } from './cases/kill.ts'
import { dropRow } from './support/drop-row.ts'
import { killLeftServers } from './support/server-process.ts'

const TINY = { kills: 1, stories: 8, sockets: 2, playsPerSocket: 4 }
const folders: string[] = []
afterAll(() => {
  killLeftServers()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const options = () => {
  const folder = mkdtempSync(join(tmpdir(), 'backchannel-canary-'))
  folders.push(folder)
  return { seed: 3, full: false, folder }
}

it('passes when nothing is lost', async () => {
  expect(await playThroughKills(options(), TINY)).toMatch(/^1 kills/)
})

it('names the episode of which an acknowledged row is lost', async () => {
  const spoilt = playThroughKills(options(), { ...TINY, spoil: dropRow })
  await expect(spoilt).rejects.toThrow(/episode ep_\w+: \d+ rows are stored, acknowledged were/)
})
