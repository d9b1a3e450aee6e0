// Guards q problems on disk: what is written can be read, bad data is named.
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { qCodeEnvironment } from '../env/q-code/index.ts'
import { qTaskSchema } from '../env/q-code/task-schema.ts'
import { SEED_WORLD } from '../env/task-data.ts'
import type { DataSet } from './data-set.ts'
import {
  type GeneratedSet,
  type GenerateOptions,
  generateData,
  writeGenerated,
} from './generate.ts'
import { loadDataSets } from './load.ts'
import { readManifest } from './manifest.ts'

const SHIPPED = join(import.meta.dirname, '../../data')
const OPTIONS: GenerateOptions = { seed: 3, sizes: { train: 12, val: 4, test: 4 } }
const generate = (options = OPTIONS): GeneratedSet => generateData(qCodeEnvironment, options)
const scratch = mkdtempSync(join(tmpdir(), 'q-code-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

let folders = 0
function written(): string {
  folders += 1
  const folder = join(scratch, `set-${folders}`, 'q-code')
  writeGenerated(folder, generate())
  return folder
}

function only(sets: readonly DataSet[]): DataSet {
  const set = sets.find(({ environment }) => environment === qCodeEnvironment.id)
  if (set === undefined) throw new Error('no q data')
  return set
}

describe('a written data set', () => {
  it('is read as it was generated', () => {
    const set = only(loadDataSets(written()))
    const { tasks } = generate().data
    expect(SEED_WORLD.schema.parse(set.world)).toEqual({ format: 1, seed: 3 })
    expect(set.task('train', 7)).toEqual(tasks.train[7])
    expect(set.find('test-000003')).toEqual(tasks.test[3])
    expect(set.task('val', 4)).toBeUndefined()
    expect(set.find('stream-1000000')).toEqual(set.task('stream', 1_000_000))
    for (const task of tasks.train) expect(qTaskSchema.parse(task)).toEqual(task)
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
})

describe('the shipped data', () => {
  it('is what the generator makes', () => {
    const { generator } = readManifest(join(SHIPPED, 'q-code')) ?? {}
    const { num_train_tasks, num_val_tasks, num_test_tasks } = generator?.options ?? {}
    const sizes = { train: num_train_tasks, val: num_val_tasks, test: num_test_tasks }
    expect(sizes).toEqual({ train: 240, val: 60, test: 60 })
    const set = only(loadDataSets(SHIPPED))
    const made = generate({ seed: 1 }).data.tasks
    for (const split of ['train', 'val', 'test'] as const) {
      const read = made[split].map((_, index) => set.task(split, index))
      expect(read).toEqual(made[split])
    }
  })
})
