/** Slopes of the local engine's clean-prompt loss, for tests of the trainers' side. */
import { readFileSync } from 'node:fs'
import { lessClean } from '../../src/train-bridge/local/learning/baseline.ts'
import {
  type CleanWeights,
  cleanSurrogate,
  type ObjectiveTerm,
} from '../../src/train-bridge/local/learning/surrogate.ts'

interface Asked {
  readonly weights: CleanWeights
  readonly cap: number
  /** The rollouts of one group: reward, condition, new and old log-probability of each token. */
  readonly rollouts: readonly {
    readonly reward: number
    readonly isClean: boolean
    /** In place of what the baseline of clean rollouts says. */
    readonly advantage?: number
    readonly tokens: readonly (readonly [number, number])[]
  }[]
}

const { weights, cap, rollouts } = JSON.parse(readFileSync(0, 'utf8')) as Asked
const surrogate = cleanSurrogate(weights, cap)
const compared = lessClean(
  rollouts.map(({ reward }) => reward),
  rollouts.map(({ isClean }) => isClean),
)
const slopes = rollouts.map(({ tokens, advantage }, at) =>
  tokens.map(([logProb, oldLogProb]) => {
    const term: ObjectiveTerm = { value: 0, slope: 0, isCut: false }
    surrogate(logProb, oldLogProb, advantage ?? (compared[at] as number), term)
    return term.slope
  }),
)
process.stdout.write(JSON.stringify(slopes))
