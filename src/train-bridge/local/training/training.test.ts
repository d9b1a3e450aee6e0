// Guards training: it learns, a resumed run equals an uninterrupted one, files are complete.

import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inProcess } from '../../../../test/local-engine/fixtures.ts'
import { phoneCallEnvironment } from '../../../env/phone-call/index.ts'
import { phoneLearner } from '../../../env/phone-call/players/learner/index.ts'
import { clone } from '../cloning/clone.ts'
import { demonstrate } from '../cloning/demonstrations.ts'
import { ARCHITECTURES, LocalPolicy } from '../policy/policy.ts'
import { freshCheckpoint, readCheckpoint, writeCheckpoint } from './checkpoint.ts'
import { evaluatePolicy } from './evaluate.ts'
import { CHECKPOINT_NAME, METRICS_NAME } from './files.ts'
import { trainOptions } from './options.ts'
import { type RunOptions, runTraining } from './run.ts'
import { Trainer } from './trainer.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-train-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A policy that knows how to do the work, and half of the habits. */
let start: LocalPolicy
let before = 0
beforeAll(async () => {
  start = new LocalPolicy(phoneLearner, 'linear', 1)
  const demonstrations = await demonstrate(phoneCallEnvironment, start, {
    seed: 21,
    size: 400,
    tasks: 700,
    feedbackShare: 0.5,
    strangeShare: 0.3,
  })
  clone(start, demonstrations, { updates: 150, batch: 64, learningRate: 0.03, seed: 1 })
  before = (await successOf(start)).clean_success ?? 0
})

const OPTIONS = trainOptions({ learningRate: 0.04, groups: 8, groupSize: 6 })
const QUICK = trainOptions({ groups: 3, groupSize: 4, mode: 'feedback', trainPrompt: 'clean' })

const isSame = (left: Float64Array, right: Float64Array): boolean =>
  left.length === right.length && left.every((value, at) => Object.is(value, right[at]))

const successOf = async (policy: LocalPolicy, attempts = 1) => {
  const where = { split: 'stream', firstTask: 50_000, tasks: 200, seed: 1, name: 'test' }
  return evaluatePolicy(inProcess(), policy, { ...where, attempts })
}

describe('training', () => {
  it('begins with a policy that benefits from critiques', async () => {
    const { clean_success: clean, guided } = await successOf(start, 3)
    expect(clean).toBeGreaterThan(0.02)
    expect(clean).toBeLessThan(0.3)
    const [one] = guided
    expect(one?.success).toBeGreaterThan((one?.clean_success ?? 1) + 0.08)
  })

  it.each([
    ['grpo', 60, 0.08, {}],
    ['dapo', 40, 0.08, { loss: 'dapo' }],
    ['rloo', 70, 0.05, { loss: 'rloo' }],
    [
      'clean-prompt',
      40,
      0.08,
      { mode: 'feedback', trainPrompt: 'clean', baseline: 'per_condition' },
    ],
  ] as const)('raises clean success: %s', async (_, batches, gain, given) => {
    const policy = start.copy()
    const trainer = new Trainer(inProcess(), policy, trainOptions({ ...OPTIONS, ...given }))
    for (let batch = 0; batch < batches; batch++) await trainer.step()
    const after = (await successOf(policy)).clean_success ?? 0
    expect(after).toBeGreaterThan(before + gain)
    expect(trainer.state.tasksDrawn).toBeGreaterThanOrEqual(120)
  })

  it('changes nothing if it is stopped within a batch', async () => {
    const policy = start.copy()
    const trainer = new Trainer(inProcess(), policy, OPTIONS)
    let turns = 0
    expect(await trainer.step(() => ++turns > 5)).toBeUndefined()
    expect(trainer.state.batch).toBe(0)
    expect(isSame(policy.weights, start.weights)).toBe(true)
  })
})

describe('a checkpoint', () => {
  it.each(ARCHITECTURES)('is read as it was written: %s', (architecture) => {
    const policy = new LocalPolicy(phoneLearner, architecture, 9)
    policy.weights[3] = Math.PI
    const checkpoint = { ...freshCheckpoint(policy), options: OPTIONS }
    checkpoint.adam.steps = 7
    checkpoint.adam.squares[5] = 1e-300
    const path = join(folder, `${architecture}.bin`)
    writeCheckpoint(path, checkpoint)
    const { policy: read, adam, state, options } = readCheckpoint(path)
    expect({ state, options, steps: adam.steps }).toEqual({
      state: checkpoint.state,
      options: OPTIONS,
      steps: 7,
    })
    expect(read.architecture).toBe(architecture)
    expect(isSame(read.weights, policy.weights)).toBe(true)
    expect(isSame(adam.squares, checkpoint.adam.squares)).toBe(true)
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('is refused if it is truncated or another file', () => {
    const path = join(folder, 'cut.bin')
    writeCheckpoint(path, freshCheckpoint(new LocalPolicy(phoneLearner, 'linear', 1)))
    truncateSync(path, 5_000)
    expect(() => readCheckpoint(path)).toThrow(/cut\.bin: holds \d+ weights in \d+ bytes/)
    for (const text of ['', 'no', 'x'.repeat(100)]) {
      writeFileSync(path, text)
      expect(() => readCheckpoint(path)).toThrow(/cut\.bin: is no checkpoint/)
    }
  })
})

describe('a run', () => {
  const runOptions = (name: string, batches: number): RunOptions => ({
    folder: join(folder, name),
    batches,
    evaluateEvery: 0,
    checkpointEvery: 2,
    evaluate: () => Promise.reject(new Error('not asked for')),
    onBatch: () => undefined,
    onEvaluation: () => undefined,
    isStopped: () => false,
    nowMs: () => 0,
  })
  const linesOf = (name: string) =>
    readFileSync(join(folder, name, METRICS_NAME), 'utf8')
      .trimEnd()
      .split('\n')

  it('that is resumed equals an uninterrupted one', async () => {
    const whole = new Trainer(inProcess(), start.copy(), QUICK)
    await runTraining(whole, QUICK, runOptions('whole', 5))
    await runTraining(new Trainer(inProcess(), start.copy(), QUICK), QUICK, runOptions('parts', 3))
    const { policy, adam, state } = readCheckpoint(join(folder, 'parts', CHECKPOINT_NAME))
    expect(state.batch).toBe(3)
    const rest = new Trainer(inProcess(), policy, QUICK, { adam, state })
    expect(await runTraining(rest, QUICK, runOptions('parts', 5))).toEqual({
      batches: 5,
      isStopped: false,
    })
    expect(isSame(policy.weights, whole.policy.weights)).toBe(true)
    expect(rest.state).toEqual(whole.state)
    expect(linesOf('parts')).toEqual(linesOf('whole'))
    expect(linesOf('whole')).toHaveLength(5)
  })

  it('that is stopped has a checkpoint of the last complete batch', async () => {
    let asked = 0
    const trainer = new Trainer(inProcess(), start.copy(), QUICK)
    const options = { ...runOptions('stopped', 1_000), isStopped: () => ++asked > 60 }
    const { batches, isStopped } = await runTraining(trainer, QUICK, options)
    expect(isStopped).toBe(true)
    const { state } = readCheckpoint(join(folder, 'stopped', CHECKPOINT_NAME))
    expect(state).toEqual(trainer.state)
    expect(state.batch).toBe(batches)
  })
})
