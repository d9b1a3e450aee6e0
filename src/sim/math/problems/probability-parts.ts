import type { RandomStream } from '../../random.ts'
import { type Rational, rational, toLatex } from '../rational.ts'
import { type Candidate, type Draft, expression, type Facts } from './draft.ts'
import { COLOURS, THREE_COLOUR_OPENINGS, TWO_COLOUR_OPENINGS, URNS } from './tables/probability.ts'
import { steps, word } from './wording.ts'

/** A wrong probability as a quotient; dropped if the denominator is 0. */
export type Wrong = readonly [above: number, below: number, mistake: string]

/** The parts of a probability problem. */
interface ChanceParts {
  readonly question: string
  readonly facts: Facts
  readonly value: Rational
  readonly lines: readonly string[]
  readonly mistakes: readonly Wrong[]
}

/** The problem, or undefined if the event is impossible or certain. */
export function chance({
  question,
  facts,
  value,
  lines,
  mistakes,
}: ChanceParts): Draft | undefined {
  if (value.numerator <= 0n || value.numerator >= value.denominator) return undefined
  const gold = toLatex(value)
  return expression({
    question,
    gold,
    facts,
    solution: () => steps(lines, gold),
    mistakes: () =>
      mistakes.map(
        ([above, below, mistake]): Candidate => [
          below === 0 ? undefined : toLatex(rational(above, below)),
          mistake,
        ],
      ),
  })
}

/** n choose k */
export function choose(n: number, k: number): number {
  let ways = 1
  for (let index = 1; index <= k; index++) ways = (ways * (n - k + index)) / index
  return k > n ? 0 : ways
}

/** An urn in words: the sentence that fills it, and a question about it. */
export function urnText(
  random: RandomStream,
  counts: Readonly<Record<string, number>>,
  questions: readonly string[],
): string {
  const urn = random.pick(URNS)
  const [one = '', two = '', three = ''] = random.sample(COLOURS, 3)
  const values = { ...urn, ...counts, one, two, three }
  const openings = counts.g === undefined ? TWO_COLOUR_OPENINGS : THREE_COLOUR_OPENINGS
  return `${word(random, openings, values)} ${word(random, questions, values)}`
}
