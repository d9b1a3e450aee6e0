// Guards that a data set is replaced as a whole or not at all, and that measurements fit its tasks.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { describeFile, type Manifest, readManifest } from './manifest.ts'
import { readPassRates, writePassRates } from './pass-rates.ts'
import { writeDataSet } from './write-data-set.ts'

const scratch = mkdtempSync(join(tmpdir(), 'write-data-set-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const about = { licence: 'MIT', origin: 'made up' }
const generator = { name: 'mill', version: 1, seed: 1, options: {} }

function write(
  folder: string,
  files: Readonly<Record<string, string>>,
  more: Partial<Manifest> = {},
): void {
  const contents = new Map(Object.entries(files))
  const described = [...contents].map(([path, text]) => describeFile(path, text, about))
  const manifest = {
    format: 1,
    environment: 'chess-v1',
    generator: null,
    files: described,
  } as const
  writeDataSet(folder, { ...manifest, ...more }, contents)
}

const measuredSplits = (folder: string) => ({
  cells: readManifest(folder)?.calibrations?.map(({ split }) => split) ?? [],
  tasks: readPassRates(folder).map(({ split }) => split),
})

/** A data set with two splits, on both of which a model was measured. */
function measuredSet(name: string, more: Partial<Manifest> = {}): string {
  const folder = join(scratch, name)
  const calibrations = ['train', 'val'].map((split) => ({ model: 'm', split, cells: [] }))
  write(folder, { 'tasks/train.jsonl': 'a\n', 'tasks/val.jsonl': 'b\n' }, { ...more, calibrations })
  const rate = { model: 'm', trials: 1, successes: 1 }
  writePassRates(
    folder,
    ['train', 'val'].map((split) => ({ ...rate, split, task: `${split}-000000` })),
  )
  return folder
}

it('keeps the measurements of splits whose measured tasks are still there', () => {
  const folder = measuredSet('kept')
  write(folder, { 'tasks/train.jsonl': 'a\nc\n', 'tasks/val.jsonl': 'x\n' })
  expect(measuredSplits(folder)).toEqual({ cells: ['train'], tasks: ['train'] })
  write(folder, { 'tasks/test.jsonl': 'a\n' })
  expect(measuredSplits(folder)).toEqual({ cells: [], tasks: [] })
  expect(existsSync(join(folder, 'pass-rates.jsonl'))).toBe(false)
  expect(existsSync(join(folder, 'tasks/train.jsonl'))).toBe(false)
})

it('drops all measurements if the world of the tasks changes', () => {
  const folder = join(scratch, 'world')
  const tasks = { 'tasks/train.jsonl': 'a\n' }
  const calibrations = [{ model: 'm', split: 'train', cells: [] }]
  write(folder, { ...tasks, 'world.json': '1' }, { calibrations })
  write(folder, { ...tasks, 'world.json': '1' })
  expect(measuredSplits(folder).cells).toEqual(['train'])
  write(folder, { ...tasks, 'world.json': '2' })
  expect(measuredSplits(folder).cells).toEqual([])
})

it('leaves an earlier set as it was if a file cannot be written', () => {
  const folder = measuredSet('failed')
  const before = readFileSync(join(folder, 'manifest.json'), 'utf8')
  mkdirSync(join(folder, 'tasks/val.jsonl.part'))
  const files = { 'tasks/train.jsonl': 'new\n', 'tasks/val.jsonl': 'new\n' }
  expect(() => write(folder, files)).toThrow(
    expect.objectContaining({ path: join(folder, 'tasks/val.jsonl') }),
  )
  expect(readFileSync(join(folder, 'tasks/train.jsonl'), 'utf8')).toBe('a\n')
  expect(existsSync(join(folder, 'tasks/train.jsonl.part'))).toBe(false)
  expect(readFileSync(join(folder, 'manifest.json'), 'utf8')).toBe(before)
})

it('does not write generated data over collected data', () => {
  const folder = measuredSet('collected')
  expect(() => write(folder, { 'tasks/train.jsonl': 'x\n' }, { generator })).toThrow(
    'cannot be generated again',
  )
  write(folder, { 'tasks/train.jsonl': 'x\n' })
})

it('names file and line of a pass rate that cannot be read', () => {
  const folder = measuredSet('bad')
  writeFileSync(join(folder, 'pass-rates.jsonl'), '\n{"model":1}\n')
  expect(() => readPassRates(folder)).toThrow(/pass-rates\.jsonl, line 2: /)
})
