// Guards which data sets a folder gives: through links, its own first, and else the newer of two.
import { cpSync, mkdtempSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { loadDataSet, loadDataSets } from './load.ts'
import { readManifest, writeManifest } from './manifest.ts'

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

it('uses the set of the folder itself before newer ones in it, and reports it', () => {
  const outer = mkdtempSync(join(scratch, 'outer-'))
  const inner = join(outer, 'copy')
  for (const folder of [outer, inner]) {
    cpSync(join(SHIPPED, 'q-code'), folder, { recursive: true })
  }
  utimesSync(join(outer, 'manifest.json'), 1_000, 1_000)
  const manifest = readManifest(inner)
  if (manifest === undefined) throw new Error('no manifest')
  const files = manifest.files.filter(({ path }) => path !== 'tasks/test.jsonl')
  writeManifest(inner, { ...manifest, files })
  const notes: string[] = []
  const sets = loadDataSets(outer, { note: (text) => notes.push(text) })
  expect(sets.map(({ splits }) => splits.length)).toEqual([4])
  expect(notes).toEqual([expect.stringContaining(`the outer, ${outer}, is used`)])
  expect(loadDataSet(inner)?.splits).toHaveLength(3)
})
