/** Slopes of the local engine's clean-prompt loss, for tests of the trainers' side. */
import { readFileSync } from 'node:fs'
import { type Term, truncated } from '../../src/train-bridge/local/learning/surrogate.ts'

interface Asked {
  readonly cap: number
  /** New and old log-probability, and advantage, of each token. */
  readonly tokens: readonly (readonly [number, number, number])[]
}

const { cap, tokens } = JSON.parse(readFileSync(0, 'utf8')) as Asked
const surrogate = truncated(cap)
const slopes = tokens.map(([logProb, oldLogProb, advantage]) => {
  const term: Term = { value: 0, slope: 0, isCut: false }
  surrogate(logProb, oldLogProb, advantage, term)
  return term.slope
})
process.stdout.write(JSON.stringify(slopes))
