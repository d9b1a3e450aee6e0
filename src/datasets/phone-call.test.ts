// Guards data on disk: what is written can be read, bad data is named, the ceilings hold.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { phoneData } from '../env/phone-call/data.ts'
import { phoneCallEnvironment } from '../env/phone-call/index.ts'
import { computeCeilings } from '../sim/phone/ceilings.ts'
import { generateWorld } from '../sim/phone/companies.ts'
import type { PhoneTask } from '../sim/phone/task.ts'
import type { PhoneWorld } from '../sim/phone/world.ts'
import type { DataSet } from './data-set.ts'
import {
  type GeneratedSet,
  type GenerateOptions,
  generateData,
  writeGenerated,
} from './generate.ts'
import { loadDataSets } from './load.ts'
import { type Manifest, readManifest, sha256, writeManifest } from './manifest.ts'
import { storedWorld } from './world-hash.ts'

const SHIPPED = join(import.meta.dirname, '../../data')
const OPTIONS: GenerateOptions = {
  seed: 3,
  options: { num_companies: 40 },
  sizes: { train: 30, val: 10, test: 20 },
}
const generate = (options = OPTIONS): GeneratedSet => generateData(phoneCallEnvironment, options)
const scratch = mkdtempSync(join(tmpdir(), 'phone-call-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

let folders = 0
function written(options = OPTIONS): string {
  folders += 1
  const folder = join(scratch, `set-${folders}`, 'phone-call')
  writeGenerated(folder, generate(options))
  return folder
}

function only(sets: readonly DataSet[]): DataSet {
  const set = sets.find(({ environment }) => environment === 'phone-call-v2')
  if (set === undefined) throw new Error('no phone data')
  return set
}

describe('a written data set', () => {
  it('has the hash of its world, and loads without it and from another version', () => {
    const folder = written()
    const set = only(loadDataSets(folder))
    const { hash } = storedWorld(set.world)
    expect(set.worldHash).toBe(hash)
    const { world_sha256: _, ...manifest } = readManifest(folder) as Manifest
    writeManifest(folder, manifest)
    const older = only(loadDataSets(folder))
    expect(older.worldHash).toBeUndefined()
    expect(older.checksum).toBe(set.checksum)
    const generator = { ...(manifest.generator as NonNullable<Manifest['generator']>), version: 1 }
    writeManifest(folder, { ...manifest, generator, world_sha256: hash })
    expect(only(loadDataSets(folder)).worldHash).toBeUndefined()
  })

  it('is read as it was generated', () => {
    const folder = written()
    const { tasks } = generate().data
    for (const place of [folder, join(folder, '..')]) {
      const set = only(loadDataSets(place))
      expect(set.world).toEqual(generateWorld(3, 40))
      expect(set.task('train', 7)).toEqual(tasks.train[7])
      expect(set.find('test-000003')).toEqual(tasks.test[3])
      expect(set.find('test-3')).toBeUndefined()
      expect(set.task('val', 10)).toBeUndefined()
      expect(set.task('train', -1)).toBeUndefined()
      expect(set.task('stream', 1_000_000)?.id).toBe('stream-1000000')
      expect(set.find('stream-1000000')).toEqual(set.task('stream', 1_000_000))
      expect(set.splits).toContainEqual({ name: 'stream', count: null })
    }
  })

  it('keeps its drawn conventions, also in its endless split', () => {
    const options = { num_companies: 40, conventions: 'drawn:9' }
    const set = only(loadDataSets(written({ ...OPTIONS, options })))
    const world = generateWorld(3, 40, 9)
    expect(set.world).toEqual(world)
    expect(set.world).not.toEqual(generateWorld(3, 40))
    expect(set.task('stream', 5)).toEqual(phoneData.stream?.(world, 5))
    const wrong = { num_companies: 40, conventions: 'drawn:' }
    expect(() => generate({ ...OPTIONS, options: wrong })).toThrow(/drawn:SEED such as drawn:7/)
  })

  it('has the same bytes on a second run, and removes files of an earlier one', () => {
    const folder = written({ ...OPTIONS, options: { num_companies: 60 } })
    writeGenerated(folder, generate())
    const once = readFileSync(join(folder, 'manifest.json'), 'utf8')
    expect(readFileSync(join(written(), 'manifest.json'), 'utf8')).toBe(once)
    expect(() => readFileSync(join(folder, 'companies/c0050.json'))).toThrow()
    expect(readManifest(folder)?.files).toHaveLength(43)
  })

  it('names the file that was changed', () => {
    const folder = written()
    appendFileSync(join(folder, 'tasks/val.jsonl'), '{}\n')
    expect(() => loadDataSets(folder)).toThrow(/tasks\/val\.jsonl: not the file/)
    rmSync(join(folder, 'tasks/val.jsonl'))
    expect(() => loadDataSets(folder)).toThrow(/val\.jsonl: listed in manifest\.json/)
  })

  it('names file, line and field of a bad task', () => {
    const folder = written()
    const path = join(folder, 'tasks/val.jsonl')
    const lines = readFileSync(path, 'utf8').split('\n')
    lines[2] = (lines[2] ?? '').replace(/"patience":\d+/, '"patience":"much"')
    const text = lines.join('\n')
    writeFileSync(path, text)
    const manifest = readManifest(folder)
    if (manifest === undefined) throw new Error('no manifest')
    const files = manifest.files.map((file) =>
      file.path === 'tasks/val.jsonl'
        ? { ...file, sha256: sha256(text), bytes: Buffer.byteLength(text) }
        : file,
    )
    writeManifest(folder, { ...manifest, files })
    const bad = /val\.jsonl:3: customer\.patience must be a number; it is "much"/
    expect(() => only(loadDataSets(folder)).task('val', 2)).toThrow(bad)
    const generator = { name: 'another', version: 1, seed: 3, options: {} }
    writeManifest(folder, { ...manifest, files, generator })
    expect(() => loadDataSets(folder)).toThrow(bad)
  })

  it('is not written over other files', () => {
    const folder = written()
    rmSync(join(folder, 'manifest.json'))
    expect(() => writeGenerated(folder, generate())).toThrow(/no manifest lists/)
  })
})

describe('loading', () => {
  it('reports an invalid directory', () => {
    expect(() => loadDataSets(join(scratch, 'nowhere'))).toThrow(/generate/)
    const folder = written()
    const manifest = readManifest(folder)
    if (manifest === undefined) throw new Error('no manifest')
    writeManifest(folder, { ...manifest, environment: 'chess-v1' })
    expect(() => loadDataSets(folder)).toThrow(/unknown environment chess-v1/)
    writeFileSync(join(folder, 'manifest.json'), '{"format": 2}')
    expect(() => loadDataSets(folder)).toThrow(/manifest\.json: format must be /)
  })
})

describe('the shipped data', () => {
  const set = only(loadDataSets(SHIPPED))
  const world = set.world as unknown as PhoneWorld
  const tasksOf = (split: string): PhoneTask[] =>
    Array.from(
      { length: set.splits.find(({ name }) => name === split)?.count ?? 0 },
      (_, index) => set.task(split, index) as unknown as PhoneTask,
    )

  it('has the promised size and is what the generator makes', () => {
    const { tasks } = generate({ seed: 1 }).data
    expect(world).toEqual(generateWorld(1, 100))
    for (const split of ['train', 'val', 'test'] as const) {
      expect(tasksOf(split)).toEqual(tasks[split])
    }
  })

  it.each(['train', 'val', 'test'])('keeps the ceilings in %s', (split) => {
    const all = computeCeilings(tasksOf(split), world).at(-1)
    expect(all?.no_knowledge).toBeLessThanOrEqual(0.1)
    expect(all?.first).toBeGreaterThanOrEqual(0.8)
    expect(all?.first).toBeLessThanOrEqual(0.9)
    expect(all?.after_critiques.critiques_7).toBeGreaterThanOrEqual(0.98)
    expect(all?.oracle).toBe(1)
  })
})
