// Guards which data sets a folder gives: through links too, and the newer of two for one world.
import { cpSync, mkdtempSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { loadDataSets } from './load.ts'

const SHIPPED = new URL('../../data', import.meta.url).pathname
const scratch = mkdtempSync(join(tmpdir(), 'backchannel-load-'))
afterAll(() => rmSync(scratch, { recursive: true }))

it('follows links to data sets, and to the folder that holds them', () => {
  const holder = mkdtempSync(join(scratch, 'holder-'))
  symlinkSync(join(SHIPPED, 'q-code'), join(holder, 'q-code'))
  symlinkSync(join(scratch, 'nowhere'), join(holder, 'gone'))
  const link = join(scratch, 'link')
  symlinkSync(holder, link)
  for (const folder of [holder, link]) {
    expect(loadDataSets(folder).map(({ environment }) => environment)).toEqual(['q-code-v1'])
  }
})

it('uses the newer of two sets for one environment, and reports it', () => {
  const holder = mkdtempSync(join(scratch, 'two-'))
  for (const name of ['old', 'new', 'older'])
    cpSync(join(SHIPPED, 'q-code'), join(holder, name), { recursive: true })
  const written = { old: 2_000, new: 3_000, older: 1_000 }
  for (const [name, seconds] of Object.entries(written)) {
    utimesSync(join(holder, name, 'manifest.json'), seconds, seconds)
  }
  const notes: string[] = []
  expect(loadDataSets(holder, { note: (text) => notes.push(text) })).toHaveLength(1)
  expect(notes).toHaveLength(2)
  for (const note of notes) expect(note).toContain(`the newer, ${join(holder, 'new')}, is used`)
})
