// Guards the mathematics: every gradient equals the slope by finite differences.

import { beforeAll, describe, expect, it } from 'vitest'
import { groupRequests, play, shake } from '../../../../test/local-engine/fixtures.ts'
import { type Act, decisionsIn } from '../../../env/learner/acts.ts'
import { phoneLearner } from '../../../env/phone-call/players/learner/index.ts'
import { cloneGradient } from '../cloning/clone.ts'
import { ARCHITECTURES, DECISIONS_MAX, LocalPolicy } from '../policy/policy.ts'
import type { PolicyRollout } from '../rollouts/collect.ts'
import { LOSS_NAMES, makeLoss } from './losses.ts'
import { truncatedWeights } from './surrogate.ts'
import { type Sample, setGradient, TRAIN_PROMPTS } from './update.ts'

const STEP = 1e-5
const OPTIONS = {
  clipLow: 0.2,
  clipHigh: 0.28,
  divideByDeviation: false,
  overlongFrom: 0,
  overlongAt: 0,
}

/**
 * The weights with the largest gradients and some others, because most of a table is never used.
 */
function weightsToCheck(gradient: Float64Array): number[] {
  const touched = [...gradient.keys()].filter((at) => gradient[at] !== 0)
  touched.sort((left, right) => Math.abs(gradient[right] ?? 0) - Math.abs(gradient[left] ?? 0))
  return [...touched.slice(0, 25), ...touched.filter((_, at) => at % 97 === 0).slice(0, 25)]
}

function expectSlopes(policy: LocalPolicy, value: () => number): void {
  const { weights } = policy
  const gradient = policy.gradient.slice()
  const checked = weightsToCheck(gradient)
  expect(checked.length).toBeGreaterThan(25)
  for (const at of checked) {
    const held = weights[at] as number
    weights[at] = held + STEP
    const above = value()
    weights[at] = held - STEP
    const below = value()
    weights[at] = held
    expect(gradient[at]).toBeCloseTo((above - below) / (2 * STEP), 6)
  }
}

describe.each(ARCHITECTURES)('a %s policy', (architecture) => {
  const policy = new LocalPolicy(phoneLearner, architecture, 3)
  let episodes: PolicyRollout[] = []

  beforeAll(async () => {
    shake(policy, 0.2)
    const { episodes: played } = await play(policy, groupRequests(14, 4, 'feedback'))
    episodes = played.filter((episode) => episode !== undefined) as PolicyRollout[]
  })

  it('is tested with acts of all kinds under both prompts', () => {
    const acts = episodes.flatMap((episode) => episode.acts)
    expect(new Set(acts.map(({ head }) => head)).size).toBe(3)
    expect(acts.some((act) => act.kind === 'marks' && act.cleanEnd < act.rows.length)).toBe(true)
    expect(acts.some((act) => act.kind === 'marks' && act.cues.some((cue) => cue > 3))).toBe(true)
  })

  it('gives evaluated acts the log-probabilities of their decisions', () => {
    const logProbs = new Float64Array(DECISIONS_MAX)
    for (const act of episodes.flatMap((episode) => episode.acts)) {
      policy.evaluate(act, false, logProbs)
      const now = logProbs.slice(0, decisionsIn(act))
      expect(Math.max(...now.map((value, at) => Math.abs(value - at0(act, at))))).toBeLessThan(
        1e-12,
      )
    }
  })

  it('has the gradient of cloning', () => {
    cloneGradient(policy, episodes)
    const gradient = policy.gradient.slice()
    const value = (): number => cloneGradient(policy, episodes)
    policy.gradient.set(gradient)
    expectSlopes(policy, value)
  })

  describe.each(LOSS_NAMES)('with the loss %s', (name) => {
    it.each(TRAIN_PROMPTS)('has its gradient under the %s prompt', (prompt) => {
      const loss = makeLoss(name, OPTIONS)
      const samples = samplesFrom(episodes)
      // Away from the weights that decided, so that ratios differ from 1 and some are clipped.
      const before = policy.weights.slice()
      shake(policy, 0.1)
      const { cutShare } = setGradient(policy, samples, loss, prompt)
      if (name !== 'rloo') expect(cutShare).toBeGreaterThan(0)
      const gradient = policy.gradient.slice()
      const value = (): number => setGradient(policy, samples, loss, prompt).value
      policy.gradient.set(gradient)
      expectSlopes(policy, value)
      policy.weights.set(before)
    })
  })

  it('has the gradient of log-probabilities with truncated weights', () => {
    const loss = makeLoss('grpo', OPTIONS)
    const samples = samplesFrom(episodes)
    const objective = setGradient(policy, samples, loss, 'clean', truncatedWeights(1.28))
    expect(objective.cutShare).toBeGreaterThan(0)
    const gradient = policy.gradient.slice()
    const weights = frozenWeights(policy, samples)
    const value = (): number => weightedSum(policy, samples, weights)
    policy.gradient.set(gradient)
    expectSlopes(policy, value)
  })
})

const at0 = (act: Act, at: number): number => act.logProbs[at] as number

const samplesFrom = (episodes: readonly PolicyRollout[]): Sample[] =>
  episodes.map((episode, at) => ({ episode, advantage: ((at % 5) - 2) / 3 + 0.1 }))

/** Weight of every decision as a constant: GRPO's share, times the truncated ratio. */
function frozenWeights(policy: LocalPolicy, samples: readonly Sample[]): number[] {
  const logProbs = new Float64Array(DECISIONS_MAX)
  return samples.flatMap(({ episode: { acts }, advantage }) => {
    const decisions = acts.reduce((sum, act) => sum + decisionsIn(act), 0)
    const share = advantage / (samples.length * decisions)
    const cap = advantage > 0 ? 1.28 : Number.POSITIVE_INFINITY
    return acts.flatMap((act) => {
      policy.evaluate(act, true, logProbs)
      return [...act.logProbs].map(
        (old, at) => share * Math.min(cap, Math.exp((logProbs[at] as number) - old)),
      )
    })
  })
}

function weightedSum(
  policy: LocalPolicy,
  samples: readonly Sample[],
  weights: readonly number[],
): number {
  const logProbs = new Float64Array(DECISIONS_MAX)
  let sum = 0
  let number = 0
  for (const act of samples.flatMap(({ episode }) => episode.acts)) {
    policy.evaluate(act, true, logProbs)
    for (let at = 0; at < decisionsIn(act); at++) {
      sum += (weights[number++] as number) * (logProbs[at] as number)
    }
  }
  return sum
}
