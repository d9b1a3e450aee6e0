import type { RandomStream } from '../../random.ts'
import {
  add,
  divide,
  multiply,
  negate,
  type Rational,
  rational,
  subtract,
  toLatex,
} from '../rational.ts'
import { type Candidate, type Draft, expression, type Family, type Level } from './draft.ts'
import { nonZero } from './draws.ts'
import {
  PAIR_QUESTIONS,
  PRICE_STORIES,
  SUM_AND_DIFFERENCE_STORIES,
  TRIPLE_QUESTIONS,
  UNKNOWN_PAIRS,
} from './tables/systems.ts'
import { linear, steps, sumOfTerms, word } from './wording.ts'

/** ax + by = e, or ax + by + cz = e, as its coefficients followed by the right side. */
type Equation = readonly number[]
type Unknowns = readonly string[]

function write(equation: Equation, unknowns: Unknowns): string {
  const left = sumOfTerms(unknowns.map((name, index) => [equation[index] as number, name]))
  return `${left} = ${equation.at(-1)}`
}

const tuple = (values: readonly Rational[]): string => `(${values.map(toLatex).join(', ')})`

/** The difference of multiples of two equations: `left × byLeft - right × byRight`. */
const reduce = (left: Equation, byLeft: number, right: Equation, byRight: number): number[] =>
  left.map((value, index) => value * byLeft - (right[index] as number) * byRight)

/** Solves an equation for the unknown that is not known yet. Throws for coefficient 0. */
const remaining = (equation: Equation, known: Rational): Rational => {
  const [a, b, e] = equation as [number, number, number]
  return divide(subtract(rational(e), multiply(rational(b), known)), rational(a))
}

interface Solved {
  readonly values: readonly [Rational, Rational]
  readonly lines: readonly string[]
}

/**
 * Eliminates the first unknown; undefined if the equations are parallel. The first coefficients are
 * not 0.
 */
function eliminate(first: Equation, second: Equation, unknowns: Unknowns): Solved | undefined {
  const [x, y] = unknowns as [string, string]
  const [, b, e] = reduce(first, second[0] as number, second, first[0] as number) as [
    number,
    number,
    number,
  ]
  if (b === 0) return undefined
  const known = rational(e, b)
  const other = remaining(first, known)
  return {
    values: [other, known],
    lines: [
      `Take ${second[0]} times ${write(first, unknowns)} minus ${first[0]} times ` +
        `${write(second, unknowns)}; ${x} drops out: ${linear(b, y, 0)} = ${e}.`,
      `So ${y} = ${toLatex(known)}.`,
      `Put this into ${write(first, unknowns)}: ${x} = ${toLatex(other)}.`,
    ],
  }
}

function pairMistakes(first: Equation, second: Equation, solved: Solved): Candidate[] {
  const [x, y] = solved.values
  const [a, b, e] = first as [number, number, number]
  const [c, d, f] = second as [number, number, number]
  const added = b * c + a * d
  const wrongY = added === 0 ? undefined : rational(e * c + f * a, added)
  const wrongRight = rational(e * c + f * a, b * c - a * d)
  const turned = divide(add(rational(e), multiply(rational(b), y)), rational(a))
  return [
    [tuple([y, x]), 'The two numbers of the pair are in the wrong order.'],
    [
      wrongY && tuple([remaining(first, wrongY), wrongY]),
      'The equations were added where they had to be subtracted to drop an unknown.',
    ],
    [
      tuple([remaining(first, wrongRight), wrongRight]),
      'The left sides were subtracted, but the right sides added.',
    ],
    [tuple([turned, y]), 'A sign slipped when the first value found was put back in.'],
    [tuple([x, negate(y)]), 'The second unknown has the wrong sign.'],
  ]
}

function pairDraft(
  first: Equation,
  second: Equation,
  random: RandomStream,
  ask?: string,
): Draft | undefined {
  const unknowns = random.pick(UNKNOWN_PAIRS)
  const solved = eliminate(first, second, unknowns)
  if (solved === undefined) return undefined
  const gold = tuple(solved.values)
  const [e, f] = [write(first, unknowns), write(second, unknowns)]
  const [x, y] = unknowns
  return expression({
    question: ask ?? word(random, PAIR_QUESTIONS, { e: `$${e}$`, f: `$${f}$`, x, y }),
    gold,
    facts: { type: 'system', statement: `${e}; ${f}`, unknowns: unknowns.join(' ') },
    solution: () => steps(solved.lines, gold),
    mistakes: () => pairMistakes(first, second, solved),
  })
}

/** Level 1: the sum and the difference of two numbers. */
function sumAndDifference(random: RandomStream): Draft | undefined {
  const [x, y] = [random.integer(-30, 90), random.integer(-30, 60)]
  if (x === y || x === 0 || y === 0) return undefined
  const [s, d] = [x + y, x - y]
  const story = y > 0 && d > 0 && random.chance(0.8)
  const ask = story ? word(random, SUM_AND_DIFFERENCE_STORIES, { s, d }) : undefined
  return pairDraft([1, 1, s], [1, -1, d], random, ask)
}

/** Levels 2 and 3: whole solutions; at level 2 one coefficient is 1. */
function wholePair(random: RandomStream, level: Level): Draft | undefined {
  const [x, y] = [nonZero(random, 12), nonZero(random, 12)]
  if (x === y) return undefined
  const a = level === 2 ? 1 : random.integer(2, 9)
  const [b, c, d] = [nonZero(random, 9), random.integer(2, 9), nonZero(random, 9)]
  return pairDraft([a, b, a * x + b * y], [c, d, c * x + d * y], random)
}

/** Level 3: two purchases. */
function prices(random: RandomStream): Draft | undefined {
  const [x, y] = [random.integer(2, 25), random.integer(1, 20)]
  const [a, b, c, d] = [0, 0, 0, 0].map(() => random.integer(2, 9)) as [
    number,
    number,
    number,
    number,
  ]
  if (x === y || a * d === b * c) return undefined
  const [e, f] = [a * x + b * y, c * x + d * y]
  const ask = word(random, PRICE_STORIES, { a, b, c, d, e, f })
  return pairDraft([a, b, e], [c, d, f], random, ask)
}

/** Level 4: at least one fractional solution, with denominators of at most 15. */
function brokenPair(random: RandomStream): Draft | undefined {
  const [a, c] = [random.integer(2, 9), random.integer(2, 9)]
  const [b, d] = [nonZero(random, 9), nonZero(random, 9)]
  const [e, f] = [nonZero(random, 20), nonZero(random, 20)]
  const below = Math.abs(a * d - b * c)
  const [x, y] = [Math.abs(e * d - b * f), Math.abs(a * f - e * c)]
  if (below === 0 || x === 0 || y === 0 || (x % below === 0 && y % below === 0)) return undefined
  if (rational(x, below).denominator > 15n || rational(y, below).denominator > 15n) return undefined
  return pairDraft([a, b, e], [c, d, f], random)
}

const XYZ = ['x', 'y', 'z']

/** Level 5: three equations in three unknowns, with a whole solution. */
function triple(random: RandomStream): Draft | undefined {
  const solution = XYZ.map(() => nonZero(random, 6))
  const drawEquation = (): Equation => {
    const coefficients = [random.integer(1, 4), nonZero(random, 5), nonZero(random, 5)]
    const right = coefficients.reduce(
      (sum, value, index) => sum + value * (solution[index] as number),
      0,
    )
    return [...coefficients, right]
  }
  const [first, second, third] = [drawEquation(), drawEquation(), drawEquation()]
  const [, ...upper] = reduce(first, second[0] as number, second, first[0] as number)
  const [, ...lower] = reduce(first, third[0] as number, third, first[0] as number)
  if (upper[0] === 0 || lower[0] === 0) return undefined
  const rest = eliminate(upper, lower, ['y', 'z'])
  if (rest === undefined) return undefined
  const [x, y, z] = solution as [number, number, number]
  const gold = `(${x}, ${y}, ${z})`
  const [e, f, g] = [first, second, third].map((each) => write(each, XYZ)) as [
    string,
    string,
    string,
  ]
  const asked = { e: `$${e}$`, f: `$${f}$`, g: `$${g}$` }
  return expression({
    question: word(random, TRIPLE_QUESTIONS, asked),
    gold,
    facts: { type: 'system', statement: `${e}; ${f}; ${g}`, unknowns: XYZ.join(' ') },
    solution: () =>
      steps(
        [
          `Drop x from the first two: ${write(upper, ['y', 'z'])}.`,
          `Drop x from the first and the third: ${write(lower, ['y', 'z'])}.`,
          ...rest.lines,
          `Put both into ${e}: x = ${x}.`,
        ],
        gold,
      ),
    mistakes: () => tripleMistakes(first, upper, lower, solution),
  })
}

function tripleMistakes(
  first: Equation,
  upper: Equation,
  lower: Equation,
  solution: readonly number[],
): Candidate[] {
  const [x, y, z] = solution as [number, number, number]
  const [a, b, c, e] = first as [number, number, number, number]
  const firstUnknown = (second: Rational, third: Rational): Rational => {
    const known = add(multiply(rational(b), second), multiply(rational(c), third))
    return divide(subtract(rational(e), known), rational(a))
  }
  const slipped = eliminate([-(upper[0] as number), ...upper.slice(1)], lower, ['y', 'z'])?.values
  const turned = divide(add(rational(e), rational(b * y + c * z)), rational(a))
  return [
    [`(${y}, ${x}, ${z})`, 'The numbers of the triple are in the wrong order.'],
    [`(${z}, ${y}, ${x})`, 'The numbers are listed in the order in which they were found.'],
    [
      slipped && tuple([firstUnknown(...slipped), ...slipped]),
      'A sign slipped when the first unknown was dropped.',
    ],
    [
      tuple([turned, rational(y), rational(z)]),
      'A sign slipped when the values found were put back in.',
    ],
    [`(${x}, ${y}, ${-z})`, 'The last unknown has the wrong sign.'],
  ]
}

/** Two linear equations in two unknowns, or three in three; the answer is a tuple. */
export const linearSystems: Family = {
  name: 'linear_systems',
  form: 'tuple',
  makers: {
    1: [sumAndDifference],
    2: [wholePair],
    3: [wholePair, prices],
    4: [brokenPair],
    5: [triple],
  },
}
