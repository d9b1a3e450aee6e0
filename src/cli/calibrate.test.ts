// Guards that pass rates are measured once, survive a stop, are reported, and select tasks.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenaiServer, say, startOpenaiServer } from '../../test/openai-server.ts'
import { runCommand } from '../../test/support/run-command.ts'
import { calibrateCells, cellsWithin, withCalibration } from '../datasets/calibration.ts'
import { loadDataSets } from '../datasets/load.ts'
import { readManifest } from '../datasets/manifest.ts'
import type { MathTask } from '../sim/math/problem.ts'

const scratch = mkdtempSync(join(tmpdir(), 'calibrate-'))
const folder = join(scratch, 'set')
const tries = join(scratch, 'tries.jsonl')
let model: OpenaiServer

const generate = (place: string, ...rest: string[]) =>
  runCommand(
    ...['generate', '--env', 'math-feedback-v1', '--output-dir', place, '--num-train-tasks', '6'],
    ...['--num-val-tasks', '0', '--num-test-tasks', '0', ...rest],
  )

const tasksIn = (place: string): MathTask[] =>
  readFileSync(join(place, 'tasks/train.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

/** The model solves word problems, but no fractions. */
beforeAll(async () => {
  model = await startOpenaiServer(async (response, request) => {
    const asked = JSON.stringify(request.body.messages)
    const known = tasksIn(folder).find(
      ({ dataset, question }) =>
        dataset === 'stories' && asked.includes(JSON.stringify(question).slice(1, -1)),
    )
    await say(`\\boxed{${known?.answer.gold ?? '0.0001'}}`)(response, request)
  })
})
afterAll(async () => {
  await model.close()
  rmSync(scratch, { recursive: true, force: true })
})

const calibrate = (...rest: string[]) =>
  runCommand(
    ...['data', 'calibrate', folder, '--model', 'reader', '--base-url', model.baseUrl],
    ...['--tries', tries, ...rest],
  )

it('measures every family and level once, writes the rates down and selects by them', async () => {
  expect((await generate(folder, '--cells', 'stories:1,fractions:2')).code).toBe(0)
  expect((await runCommand('data', 'list', folder)).out).toContain('pass rates: unmeasured')
  const before = loadDataSets(folder)[0]?.checksum

  const { code, out } = await calibrate()
  expect(code).toBe(0)
  expect(out).toMatch(/fractions +2 +0\.0 %/)
  expect(out).toMatch(/stories +1 +100\.0 % +43\.9 to +100\.0 % +3/)
  const asked = model.requests.length
  expect(asked).toBe(6)
  const kept = readFileSync(tries, 'utf8')
  writeFileSync(tries, kept.slice(0, -20))
  for (let time = 0; time < 2; time++) {
    expect((await calibrate()).code).toBe(0)
    expect(model.requests.length).toBe(asked + 1)
  }
  const [set] = loadDataSets(folder)
  expect(set?.checksum).toBe(before)
  expect(set?.calibrations?.[0]?.cells.map(({ family, rate }) => [family, rate])).toEqual([
    ['fractions', 0],
    ['stories', 1],
  ])
  expect((await runCommand('data', 'list', folder)).out).toContain('pass rates of reader')

  const chosen = join(scratch, 'chosen')
  await generate(chosen, '--pass-rate', '0.5-1', '--calibrated', folder)
  expect(new Set(tasksIn(chosen).map(({ dataset }) => dataset))).toEqual(new Set(['stories']))
  expect(readManifest(chosen)?.generator?.options.cells).toBe('stories:1')
})

it('writes the rates of single tasks, and copies tasks by them', async () => {
  const lines = readFileSync(join(folder, 'pass-rates.jsonl'), 'utf8').trimEnd().split('\n')
  expect(lines).toHaveLength(6)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ model: 'reader', split: 'train', trials: 1 })
  const solved = join(scratch, 'solved')
  const select = (...rest: string[]) => runCommand('data', 'select', folder, ...rest)
  expect(await select('--pass-rate', '0.5-1', '--out', solved)).toMatchObject({
    code: 0,
    err: expect.stringContaining('Kept 3 of 6 tasks, of which 6 were measured'),
  })
  expect(tasksIn(solved).map(({ id, dataset }) => [id, dataset])).toEqual(
    [0, 1, 2].map((index) => [`train-00000${index}`, 'stories']),
  )
  expect((await runCommand('data', 'check', solved)).code).toBe(0)
  const none = await select('--pass-rate', '0.4-0.6', '--out', solved)
  expect(none.err).toContain('no task of train was solved in 0.4 to 0.6')
  const other = await select('--pass-rate', '0-1', '--reader', 'nobody', '--out', solved)
  expect(other.err).toContain('are unmeasured')
})

it('does not count tries of other sampling settings', async () => {
  const asked = model.requests.length
  expect((await calibrate('--temperature', '0.5')).code).toBe(0)
  expect(model.requests.length).toBe(asked + 6)
  expect((await calibrate('--temperature', '0.5')).code).toBe(0)
  expect((await calibrate()).code).toBe(0)
  expect(model.requests.length).toBe(asked + 6)
})

it('says what is missing', async () => {
  const other = join(scratch, 'other')
  await generate(other)
  const rate = ['--pass-rate', '0.2-0.8']
  expect((await generate(other, ...rate)).err).toContain('--calibrated')
  expect((await generate(other, ...rate, '--calibrated', other)).err).toContain('is unmeasured')
  expect((await generate(other, '--calibrated', folder)).err).toContain('without --pass-rate')
  const both = ['--cells', 'stories:1', '--calibrated', folder]
  expect((await generate(other, ...rate, ...both)).err).toContain('contradict each other')
  const none = await generate(other, ...rate, '--calibrated', folder)
  expect(none.err).toContain('solved no kind of task')
  expect((await generate(other, '--cells', 'nonsense:1')).err).toContain('families and levels')
  expect((await calibrate('--split', 'stream')).err).toContain('no split stream')
})

it('gives one measurement of a model and split, the newest', () => {
  const trial = { task: 'train-1', family: 'stories', difficulty: 1, success: true }
  const one = { model: 'a', split: 'train', cells: calibrateCells([trial]) }
  const again = { ...one, cells: calibrateCells([trial, { ...trial, success: false }]) }
  expect(withCalibration([one], again)).toEqual([again])
  expect(again.cells[0]).toMatchObject({ tasks: 1, trials: 2, rate: 0.5 })
  const kind = { family: 'stories', difficulty: 1 }
  expect(cellsWithin([one, { ...again, split: 'val' }], [0.6, 0.7])).toMatchObject([kind])
})
