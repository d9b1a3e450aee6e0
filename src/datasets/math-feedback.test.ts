// Guards mathematics data on disk: what is written can be read, bad data is named.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { mathFeedbackEnvironment } from '../env/math-feedback/index.ts'
import { SEED_WORLD } from '../env/task-data.ts'
import type { DataSet } from './data-set.ts'
import {
  type GeneratedSet,
  type GenerateOptions,
  generateData,
  writeGenerated,
} from './generate.ts'
import { loadDataSets } from './load.ts'
import { readManifest, sha256, writeManifest } from './manifest.ts'

const SHIPPED = join(import.meta.dirname, '../../data')
const OPTIONS = { seed: 3, sizes: { train: 60, val: 20, test: 20 } }
const generate = (options: GenerateOptions = OPTIONS): GeneratedSet =>
  generateData(mathFeedbackEnvironment, options)
const scratch = mkdtempSync(join(tmpdir(), 'math-feedback-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

let folders = 0
function written(): string {
  folders += 1
  const folder = join(scratch, `set-${folders}`, 'math-feedback')
  writeGenerated(folder, generate())
  return folder
}

function only(sets: readonly DataSet[]): DataSet {
  const set = sets.find(({ environment }) => environment === mathFeedbackEnvironment.id)
  if (set === undefined) throw new Error('no mathematics data')
  return set
}

/** Puts a changed line into val and the matching checksum into the manifest. */
function withLine(folder: string, change: (line: string) => string, generator: boolean): void {
  const path = join(folder, 'tasks/val.jsonl')
  const lines = readFileSync(path, 'utf8').split('\n')
  lines[2] = change(lines[2] as string)
  const text = lines.join('\n')
  writeFileSync(path, text)
  const manifest = readManifest(folder)
  if (manifest === undefined) throw new Error('no manifest')
  const files = manifest.files.map((file) =>
    file.path === 'tasks/val.jsonl'
      ? { ...file, sha256: sha256(text), bytes: Buffer.byteLength(text) }
      : file,
  )
  writeManifest(folder, { ...manifest, files, generator: generator ? manifest.generator : null })
}

describe('a written data set', () => {
  it('is read as it was generated', () => {
    const set = only(loadDataSets(written()))
    const { tasks } = generate().data
    expect(SEED_WORLD.schema.parse(set.world)).toEqual({ format: 1, seed: 3 })
    expect(set.task('train', 7)).toEqual(tasks.train[7])
    expect(set.find('test-000003')).toEqual(tasks.test[3])
    expect(set.find('test-3')).toBeUndefined()
    expect(set.task('val', 20)).toBeUndefined()
    expect(set.task('train', -1)).toBeUndefined()
    expect(set.find('stream-1000000')).toEqual(set.task('stream', 1_000_000))
    expect(set.task('stream', 1_000_000)?.id).toBe('stream-1000000')
    expect(set.splits).toEqual([
      { name: 'train', count: 60 },
      { name: 'val', count: 20 },
      { name: 'test', count: 20 },
      { name: 'stream', count: null },
    ])
  })

  it('has the same bytes on a second run', () => {
    const manifest = (folder: string) => readFileSync(join(folder, 'manifest.json'), 'utf8')
    expect(manifest(written())).toBe(manifest(written()))
  })

  it('names the file that was changed', () => {
    const folder = written()
    appendFileSync(join(folder, 'tasks/val.jsonl'), '{}\n')
    expect(() => loadDataSets(folder)).toThrow(/tasks\/val\.jsonl: not the file/)
  })

  it('names file, line and field of a bad task when the task is read', () => {
    const badKind = (line: string) => line.replace(/"kind":"\w+"/, '"kind":"guess"')
    const bad = /val\.jsonl:3: answer\.kind must be one of /
    const own = written()
    withLine(own, badKind, true)
    expect(() => only(loadDataSets(own)).task('val', 2)).toThrow(bad)
    const collected = written()
    withLine(collected, badKind, false)
    expect(() => loadDataSets(collected)).toThrow(bad)
  })

  it('has no endless split without a generator', () => {
    const folder = written()
    withLine(folder, (line) => line, false)
    const set = only(loadDataSets(folder))
    expect(set.splits.map(({ name }) => name)).toEqual(['train', 'val', 'test'])
    expect(set.task('stream', 0)).toBeUndefined()
  })

  it('is not written over data of another environment', () => {
    const folder = written()
    const manifest = readManifest(folder)
    if (manifest === undefined) throw new Error('no manifest')
    writeManifest(folder, { ...manifest, environment: 'chess-v1' })
    expect(() => writeGenerated(folder, generate())).toThrow(/holds data of chess-v1/)
  })
})

describe('the shipped data', () => {
  it('has the promised size and is what the generator makes', () => {
    const set = only(loadDataSets(SHIPPED))
    const { tasks, report } = generate({ seed: 1 }).data
    expect(set.world).toEqual({ format: 1, seed: 1 })
    expect(report?.().json.repeated_questions).toEqual({ train: 0, val: 0, test: 0 })
    for (const split of ['train', 'val', 'test'] as const) {
      const count = set.splits.find(({ name }) => name === split)?.count ?? 0
      expect(Array.from({ length: count }, (_, index) => set.task(split, index))).toEqual(
        tasks[split],
      )
    }
  })
})
