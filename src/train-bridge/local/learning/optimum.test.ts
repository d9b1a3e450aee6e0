/** Guards that every loss learns a task with a known best policy, on ten seeds. */
import { expect, it } from 'vitest'
import { choiceAct } from '../../../env/learner/acts.ts'
import type { Learner } from '../../../env/learner/learner.ts'
import { phoneLearner } from '../../../env/phone-call/players/learner/index.ts'
import { stream } from '../../../sim/random.ts'
import { DECISIONS_MAX, LocalPolicy } from '../policy/policy.ts'
import type { PolicyRollout } from '../rollouts/collect.ts'
import { Adam } from './adam.ts'
import { LOSS_NAMES, makeLoss } from './losses.ts'
import { setGradient } from './update.ts'

const PROMPTS = 4
const WORDS = 4
const SIZE = 32
const STEPS = 40
const HEAD = 'word'

/** Two turns, with half a point for each right word. The prompt determines the right word. */
const situations = Array.from({ length: 2 * PROMPTS }, (_, at) => at)
const rightWord = (at: number): number => (at + (at < PROMPTS ? 0 : 2)) % WORDS

const learner: Learner = {
  ...phoneLearner,
  heads: [{ name: HEAD, kind: 'choice', choices: WORDS, rows: { linear: 64, tanh: 64 } }],
}

const actIn = (at: number) => choiceAct(HEAD, { rows: new Int32Array([at]), cleanEnd: 1 })

/** The policy's expected reward, from its probabilities. */
function worthOf(policy: LocalPolicy): number {
  const logProbs = new Float64Array(DECISIONS_MAX)
  let sum = 0
  for (const at of situations) {
    const act = actIn(at)
    act.choice = rightWord(at)
    policy.evaluate(act, false, logProbs)
    sum += Math.exp(logProbs[0] as number)
  }
  return sum / situations.length
}

it.each(LOSS_NAMES)('%s', (name) => {
  const loss = makeLoss(name, {
    ...{ clipLow: 0.2, clipHigh: 0.28, divideByDeviation: false },
    ...{ overlongFrom: 0, overlongAt: 0 },
  })
  for (let seed = 0; seed < 10; seed++) {
    const policy = new LocalPolicy(learner, 'linear', seed)
    const adam = new Adam(policy.weights.length)
    const random = stream(seed, 0, 'optimum')
    expect(worthOf(policy)).toBeLessThan(0.5)
    for (let step = 0; step < STEPS; step++) {
      const samples = Array.from({ length: PROMPTS }, (_, prompt) => {
        const rollouts = Array.from({ length: SIZE }, () => {
          const acts = [actIn(prompt), actIn(PROMPTS + prompt)]
          for (const act of acts) policy.decide(act, () => random.next())
          const won = acts.map((act, turn) => act.choice === rightWord(PROMPTS * turn + prompt))
          return { acts, reward: won.filter(Boolean).length / 2 } as unknown as PolicyRollout
        })
        const advantages = loss.advantages(rollouts.map(({ reward }) => reward))
        return rollouts.map((episode, at) => ({ episode, advantage: advantages[at] as number }))
      }).flat()
      setGradient(policy, samples, loss, 'guided')
      adam.step(policy.weights, policy.gradient, 0.1)
    }
    expect(worthOf(policy)).toBeGreaterThanOrEqual(0.95)
  }
})
