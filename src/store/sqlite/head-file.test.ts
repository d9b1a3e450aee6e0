/** Guards what a store notes beside its file of the rows that it has committed. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { HeadWriter, headPath, readHead } from './head-file.ts'

it('is written by somebody too who never lets a timer fire', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backchannel-head-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'store.db')
  const writer = new HeadWriter(path, { storeId: 'one', isEager: false, startsAnew: true })
  const episodes = Array.from({ length: 1_000 }, (_, at) => `ep_${at}`.padEnd(35, '0'))
  for (let commit = 1; commit <= 40; commit++) writer.record(episodes, commit * 1_000, commit)
  expect(statSync(headPath(path)).size).toBeGreaterThan(1_000_000)
  writer.flush()
  expect(readHead(path)?.commits.map(({ number }) => number / 1_000)).toEqual(
    Array.from({ length: 40 }, (_, at) => at + 1),
  )
})
