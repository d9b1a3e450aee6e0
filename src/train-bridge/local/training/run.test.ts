// Guards the evaluations of a run: none is missing or repeated, also if the run was killed.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { inProcess } from '../../../../test/local-engine/fixtures.ts'
import { phoneLearner } from '../../../env/phone-call/players/learner/index.ts'
import { LocalPolicy } from '../policy/policy.ts'
import { readCheckpoint } from './checkpoint.ts'
import type { Evaluation } from './evaluate.ts'
import { CHECKPOINT_NAME, METRICS_NAME } from './files.ts'
import { trainOptions } from './options.ts'
import { runTraining } from './run.ts'
import { Trainer } from './trainer.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-run-'))
afterAll(() => rmSync(folder, { recursive: true }))

const OPTIONS = trainOptions({ groups: 1, groupSize: 2 })
const EVALUATION: Evaluation = {
  ...{ kind: 'evaluation', split: 'val', tasks: 1, clean_success: 0, clean_reward: 0 },
  ...{ guided: [], solved_by: [], lost: 0 },
}

/** Trains, and dies within the evaluation after a batch. */
function train(trainer: Trainer, batches: number, diesAt?: number) {
  return runTraining(trainer, OPTIONS, {
    ...{ folder, batches, evaluateEvery: 2, checkpointEvery: 1, nowMs: () => 0 },
    ...{ onBatch: () => undefined, onEvaluation: () => undefined, isStopped: () => false },
    evaluate: async (batch) => {
      if (batch === diesAt) throw new Error('killed')
      return EVALUATION
    },
  })
}

const resumed = (): Trainer => {
  const { policy, adam, state } = readCheckpoint(join(folder, CHECKPOINT_NAME))
  return new Trainer(inProcess(), policy, OPTIONS, { adam, state })
}

const evaluatedBatches = (): number[] =>
  readFileSync(join(folder, METRICS_NAME), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .flatMap(({ kind, batch }) => (kind === 'evaluation' ? [batch] : []))

it('evaluates after a resume what was due when the run was killed, and nothing twice', async () => {
  const first = new Trainer(inProcess(), new LocalPolicy(phoneLearner, 'linear', 1), OPTIONS)
  await expect(train(first, 4, 2)).rejects.toThrow('killed')
  expect(evaluatedBatches()).toEqual([0])
  await expect(train(resumed(), 5, 5)).rejects.toThrow('killed')
  expect(evaluatedBatches()).toEqual([0, 2, 4])
  await train(resumed(), 5)
  await train(resumed(), 5)
  expect(evaluatedBatches()).toEqual([0, 2, 4, 5])
})
