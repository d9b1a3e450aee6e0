// Guards the formulas of the losses with values computed by hand, and Adam's first steps.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Adam } from './adam.ts'
import { afterBatch, lessClean, lessCondition, NO_MEANS } from './baseline.ts'
import { distilled, type RolloutGroup } from './groups.ts'
import { centered, standardised } from './loss.ts'
import { leaveOneOut, makeLoss, overlong } from './losses.ts'
import { clipped, type ObjectiveTerm, reinforce, truncatedWeights } from './surrogate.ts'

const OPTIONS = {
  clipLow: 0.2,
  clipHigh: 0.28,
  divideByDeviation: false,
  overlongFrom: 10,
  overlongAt: 20,
}
const rewards = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 9 })

describe('advantages', () => {
  it('are computed within the group', () => {
    expect(centered([1, 0, 0, 1])).toEqual([0.5, -0.5, -0.5, 0.5])
    expect(leaveOneOut([1, 0, 0.5])).toEqual([0.75, -0.75, 0])
    expect(leaveOneOut([1])).toEqual([0])
    expect(standardised([1, 0, 0, 1]).map((value) => value.toFixed(3))).toEqual([
      '1.000',
      '-1.000',
      '-1.000',
      '1.000',
    ])
  })

  it('sum to zero, and leave-one-out only scales them', () => {
    fc.assert(
      fc.property(rewards, (values) => {
        const centred = centered(values)
        expect(centred.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 9)
        const stretch = values.length / (values.length - 1)
        leaveOneOut(values).forEach((value, at) => {
          expect(value).toBeCloseTo(stretch * (centred[at] as number), 9)
        })
      }),
    )
  })

  it('amplify small differences only if they are divided by the deviation', () => {
    const nearly = [0.98, 1, 1, 1]
    expect(Math.max(...centered(nearly).map(Math.abs))).toBeLessThan(0.02)
    expect(Math.max(...standardised(nearly).map(Math.abs))).toBeGreaterThan(1)
    const loss = makeLoss('grpo', { ...OPTIONS, divideByDeviation: true })
    expect(loss.advantages(nearly)).toEqual(standardised(nearly))
  })

  it('subtract the mean of the condition first, if configured', () => {
    const means = afterBatch(NO_MEANS, [
      { condition: 'clean', reward: 0.2 },
      { condition: 'guided', reward: 0.6 },
      { condition: 'guided', reward: 0.8 },
    ])
    expect(means.clean).toEqual({ mean: 0.2, batches: 1 })
    expect(means.guided.mean).toBeCloseTo(0.7, 12)
    const later = afterBatch(means, [{ condition: 'clean', reward: 1 }])
    expect(later.clean.mean).toBeCloseTo(0.28, 12)
    expect(later.guided).toEqual(means.guided)
    expect(lessCondition('per_condition', means, 'guided', 1)).toBeCloseTo(0.3, 12)
    expect(lessCondition('group', means, 'guided', 1)).toBe(1)
  })
})

describe('the baseline of clean rollouts', () => {
  it('gives guided successes a positive advantage while clean rollouts fail', () => {
    expect(lessClean([0, 1, 1, 1], [true, false, false, false])).toEqual([0, 1, 1, 1])
    expect(lessClean([1, 0, 0.5], [true, true, false])).toEqual([0.5, -0.5, 0])
  })

  it('gives no advantage without a clean rollout', () => {
    expect(lessClean([1, 0], [false, false])).toEqual([0, 0])
  })
})

describe('weights of decisions', () => {
  const total = { episodes: 4, decisions: 100 }
  it.each([
    ['grpo', 1 / (4 * 20)],
    ['dapo', 1 / 100],
    ['rloo', 1 / 4],
  ] as const)('%s', (name, weight) => {
    expect(makeLoss(name, OPTIONS).weight(20, total)).toBeCloseTo(weight, 12)
  })
})

describe('surrogates', () => {
  const term: ObjectiveTerm = { value: 0, slope: 0, isCut: false }
  const at = (ratio: number, advantage: number, kind = clipped(0.2, 0.28)): ObjectiveTerm => {
    kind(Math.log(ratio) - 1, -1, advantage, term)
    return { ...term }
  }

  it('clips only ratios that would increase the objective further', () => {
    expect(at(1.5, 1)).toMatchObject({ value: 1.28, slope: 0, isCut: true })
    expect(at(0.5, -1)).toMatchObject({ value: -0.8, slope: 0, isCut: true })
    expect([at(0.5, 1).isCut, at(1.5, -1).isCut]).toEqual([false, false])
    expect(at(0.5, 1).slope).toBeCloseTo(0.5, 12)
    expect(at(1.5, -1).slope).toBeCloseTo(-1.5, 12)
  })

  it('caps the weight of positive advantages and keeps their slope', () => {
    expect(at(1.5, 2, truncatedWeights(1.28)).slope).toBeCloseTo(2.56, 12)
    expect(at(1.5, 2, truncatedWeights(1.28)).isCut).toBe(true)
    expect(at(0.5, -2, truncatedWeights(1.28)).slope).toBeCloseTo(-1, 12)
    expect(at(1.5, -2, truncatedWeights(1.28))).toMatchObject({ isCut: false })
    expect(at(1.5, -2, truncatedWeights(1.28)).slope).toBeCloseTo(-3, 12)
  })

  it('has no expected gradient if all decisions have the same negative advantage', () => {
    const chances = fc
      .array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 })
      .map((parts) => parts.map((part) => part / parts.reduce((sum, one) => sum + one, 0)))
    fc.assert(
      fc.property(chances, chances, (sampled, trained) => {
        const pushes = trained.map((own, logit) =>
          sampled.reduce((sum, chance, choice) => {
            truncatedWeights(1.28)(Math.log(trained[choice] as number), Math.log(chance), -1, term)
            return sum + chance * term.slope * ((choice === logit ? 1 : 0) - own)
          }, 0),
        )
        for (const push of pushes) expect(push).toBeCloseTo(0, 9)
      }),
    )
  })

  it('is REINFORCE for RLOO', () => {
    expect(at(3, 2, reinforce)).toMatchObject({ slope: 2, isCut: false })
  })
})

it('penalises long rollouts in proportion', () => {
  const charges = [5, 10, 15, 20, 30].map((turns) => overlong(turns, OPTIONS))
  expect(charges).toEqual([0, 0, 0.5, 1, 1])
  expect(overlong(1_000, { overlongFrom: 0, overlongAt: 0 })).toBe(0)
  const dapo = makeLoss('dapo', OPTIONS)
  expect(dapo.shape({ reward: 1, success: true, turns: 15 })).toBe(0.5)
  expect(dapo.redraws).toBe(true)
})

it('distils all guided rollouts, whatever their result', () => {
  const group = [0, 2, 1].map((attemptsShown) => ({ attemptsShown, success: attemptsShown === 2 }))
  const samples = distilled(group as unknown as RolloutGroup)
  expect(samples.map(({ episode, advantage }) => [episode.attemptsShown, advantage])).toEqual([
    [2, 1],
    [1, 1],
  ])
})

it('makes the steps of Adam', () => {
  const adam = new Adam(2)
  const weights = new Float64Array([0, 1])
  adam.step(weights, new Float64Array([0.3, 0]), 0.1)
  // The first step has the length of the learning rate, whatever the gradient's length.
  expect(weights[0]).toBeCloseTo(0.1, 6)
  expect(weights[1]).toBe(1)
  adam.step(weights, new Float64Array([-0.3, 0]), 0.1)
  // m = 0.09·0.3 − 0.1·0.3, over 1 − 0.81; v is 0.3² again.
  expect(weights[0]).toBeCloseTo(0.1 + (0.1 * (-0.003 / 0.19)) / 0.3, 6)
})
