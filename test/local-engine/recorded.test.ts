// Guards the learner on phone-call-v2: a short run comes to the numbers that were recorded.

import { expect, it } from 'vitest'
import { phoneCallEnvironment } from '../../src/env/phone-call/index.ts'
import { phoneLearner } from '../../src/env/phone-call/players/learner/index.ts'
import { clone } from '../../src/train-bridge/local/cloning/clone.ts'
import { demonstrate } from '../../src/train-bridge/local/cloning/demonstrations.ts'
import { ARCHITECTURES, LocalPolicy } from '../../src/train-bridge/local/policy/policy.ts'
import { trainOptions } from '../../src/train-bridge/local/training/options.ts'
import { Trainer } from '../../src/train-bridge/local/training/trainer.ts'
import { expectGolden } from '../support/golden.ts'
import { inProcess } from './fixtures.ts'

/** Engines of JavaScript may round the last digits of an exponential differently. */
const rounded = (value: number): number => Number(value.toPrecision(6))

/** Sums that tell one set of weights from another, also where weights change places. */
function sumsOf(weights: Float64Array): Record<string, number> {
  const of = (part: (weight: number, at: number) => number): number =>
    rounded(weights.reduce((sum, weight, at) => sum + part(weight, at), 0))
  return {
    count: weights.length,
    moved: of((weight) => (weight === 0 ? 0 : 1)),
    sum: of((weight) => weight),
    squares: of((weight) => weight * weight),
    placed: of((weight, at) => weight * ((at % 997) / 997)),
  }
}

/** Updates of cloning: those of a hidden layer cost ten times as much. */
const UPDATES = { linear: 30, tanh: 3 }

async function shortRun(architecture: (typeof ARCHITECTURES)[number]) {
  const policy = new LocalPolicy(phoneLearner, architecture, 3)
  const first = sumsOf(policy.weights)
  const shown = await demonstrate(phoneCallEnvironment, policy, {
    ...{ seed: 21, size: 40, tasks: 60, feedbackShare: 0.5, strangeShare: 0.3 },
  })
  const logProb = clone(policy, shown, {
    ...{ updates: UPDATES[architecture], batch: 16, learningRate: 0.05, seed: 1 },
  })
  const cloned = sumsOf(policy.weights)
  const options = trainOptions({
    ...{ mode: 'feedback', trainPrompt: 'clean', labelWeight: 0.01, mixedOnly: false },
    ...{ groups: 3, groupSize: 4, feedback: { waves: [1] } },
  })
  const trainer = new Trainer(inProcess(), policy, options)
  const { kind: _, ...metrics } = { ...(await trainer.step()) }
  const numbers = Object.entries(metrics).map(([name, value]) => [name, rounded(value ?? -1)])
  const { turns } = trainer.state
  const trained = sumsOf(policy.weights)
  return { architecture, first, logProb: rounded(logProb), cloned, turns, numbers, trained }
}

it('clones, plays and learns what was recorded', async () => {
  const runs = []
  for (const architecture of ARCHITECTURES) runs.push(await shortRun(architecture))
  expect(runs[0]?.turns).toBeGreaterThan(20)
  expectGolden('local-engine/phone-call.jsonl', runs)
})
