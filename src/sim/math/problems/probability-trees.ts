import type { RandomStream } from '../../random.ts'
import { add, multiply, type Rational, rational, subtract, toLatex, toPlain } from '../rational.ts'
import {
  type Candidate,
  type Draft,
  expression,
  type Family,
  type Level,
  type Maker,
} from './draft.ts'
import { TWO_STATES, type TwoStates } from './tables/two-states.ts'
import { drawPeople, fill, steps } from './wording.ts'

const ONE = rational(1)
const rest = (value: Rational): Rational => subtract(ONE, value)

/** The denominators at each level, chosen so that the results stay readable. */
const DENOMINATORS: Readonly<Record<Level, readonly number[]>> = {
  1: [2, 3, 4, 5, 6, 8],
  2: [2, 3, 4, 5],
  3: [2, 3, 4, 5, 6],
  4: [2, 3, 4, 5, 6],
  5: [2, 3, 4, 5],
}

function drawChance(random: RandomStream, level: Level): Rational {
  const below = random.pick(DENOMINATORS[level])
  return rational(random.integer(1, below - 1), below)
}

/**
 * The probability of the first state at the start and after each change. It is `p` at the start;
 * `q` is the probability of staying in the first state, and `r` that of changing to it.
 */
function course(p: Rational, q: Rational, r: Rational, changes: number): Rational[] {
  const values = [p]
  for (let done = 0; done < changes; done++) {
    const now = values.at(-1) as Rational
    values.push(add(multiply(now, q), multiply(rest(now), r)))
  }
  return values
}

const lineOf = (now: Rational, q: Rational, r: Rational, next: Rational): string =>
  `${toPlain(now)} × ${toPlain(q)} + ${toPlain(rest(now))} × ${toPlain(r)} = ${toPlain(next)}`

/** Two states over several days. Each day depends on the previous one. */
const twoStates =
  ({ start, change, ask }: TwoStates): Maker =>
  (random, level): Draft | undefined => {
    const [p, q, r] = [
      drawChance(random, level),
      drawChance(random, level),
      drawChance(random, level),
    ]
    const changes = level + 1
    const text = (value: Rational): string => `$${toLatex(value)}$`
    const values = course(p, q, r, changes)
    const [value, before] = [values.at(-1) as Rational, values.at(-2) as Rational]
    // With q = r, or a result that equals p, q, r or the value before, no tree is needed.
    if (
      toLatex(q) === toLatex(r) ||
      [p, q, r, before].some((each) => toLatex(each) === toLatex(value))
    )
      return undefined
    const slots = {
      p: text(p),
      q: text(q),
      r: text(r),
      n: `${changes} days`,
    }
    const gold = toLatex(value)
    const people = drawPeople(random)
    return expression({
      question: [start, change, ask].map((part) => fill(part, { ...people, ...slots })).join(' '),
      gold,
      facts: {
        type: 'two_states',
        chances: [p, q, r].flatMap((each) => [Number(each.numerator), Number(each.denominator)]),
        changes,
      },
      solution: () =>
        steps(
          values
            .slice(1)
            .map(
              (next, index) =>
                `After ${index + 1}: ${lineOf(values[index] as Rational, q, r, next)}.`,
            ),
          gold,
        ),
      mistakes: () =>
        [
          [rest(value), 'The probability of the other state was given.'],
          [before, 'The working stops one change before what is asked for.'],
          [course(p, q, r, changes + 1).at(-1) as Rational, 'One change too many was made.'],
          [multiply(before, q), 'Only one of the two ways into that state was counted.'],
          [multiply(rest(before), r), 'Only one of the two ways into that state was counted.'],
          [
            add(multiply(before, r), multiply(rest(before), q)),
            'The two probabilities of change were exchanged.',
          ],
        ].map(([wrong, mistake]): Candidate => [toLatex(wrong as Rational), mistake as string]),
    })
  }

const makers = TWO_STATES.map(twoStates)

/** Probability trees whose depth depends on the level. */
export const probabilityTrees: Family = {
  name: 'probability_trees',
  form: 'fraction',
  makers: { 1: makers, 2: makers, 3: makers, 4: makers, 5: makers },
}
