import type { RandomStream } from '../../random.ts'
import { type Draft, expression, type Family, type Level } from './draft.ts'
import { nonZero } from './draws.ts'
import {
  multiplyPolynomials,
  type Polynomial,
  subtractPolynomials,
  type Unknowns,
  withCoefficient,
  write,
} from './polynomial.ts'
import { AREA_QUESTIONS, EXPAND_QUESTIONS, UNKNOWN_LETTERS } from './tables/polynomials.ts'
import { steps, word } from './wording.ts'

interface Parts {
  readonly statement: string
  readonly unknowns: Unknowns
  readonly value: Polynomial
  readonly lines: readonly string[]
  readonly mistakes: readonly (readonly [Polynomial, string])[]
  readonly question?: string
}

/** An expansion; discarded if it loses too many terms. */
function expansion(parts: Parts, random: RandomStream): Draft | undefined {
  const { statement, unknowns, value, lines, mistakes } = parts
  if (value[0] === 0 || value.filter((coefficient) => coefficient !== 0).length < 2)
    return undefined
  const gold = write(value, unknowns)
  return expression({
    question: parts.question ?? word(random, EXPAND_QUESTIONS, { e: `$${statement}$` }),
    gold,
    facts: { type: 'expand', statement, unknowns: unknowns.join(' ') },
    solution: () => steps(lines, gold),
    mistakes: () => mistakes.map(([wrong, mistake]) => [write(wrong, unknowns), mistake]),
  })
}

const MIDDLE = 'Only first with first and last with last terms were multiplied.'
const LAST_SIGN = 'The sign of the last term is wrong.'
const MIDDLE_SIGN = 'The terms in the middle were joined with the wrong sign.'
const NOT_DISTRIBUTED =
  'The second term of the first factor was not multiplied by the second factor.'
const NOT_SQUARED = 'The coefficient of the unknown was not raised to the power.'
const NO_CROSS_TERM = 'The power was taken of each term alone, without the mixed terms.'

/** The lines that multiply each term of the first factor by the second. */
function distributed(left: Polynomial, right: Polynomial, unknowns: Unknowns): string[] {
  const second = write(right, unknowns)
  const lines = left.flatMap((coefficient, index) => {
    if (coefficient === 0) return []
    const alone = left.map((_, position) => (position === index ? coefficient : 0))
    const product = multiplyPolynomials(alone, right)
    return [`(${write(alone, unknowns)}) · (${second}) = ${write(product, unknowns)}`]
  })
  return [...lines, `Collect like terms: ${write(multiplyPolynomials(left, right), unknowns)}.`]
}

const factorsOf = (factors: readonly Polynomial[], unknowns: Unknowns): string =>
  factors.map((factor) => `(${write(factor, unknowns)})`).join('')

/** Levels 1 to 3: two linear factors; at level 3 in two unknowns. */
function twoFactors(random: RandomStream, level: Level): Draft | undefined {
  const letters = random.pick(UNKNOWN_LETTERS)
  const unknowns: Unknowns = level === 3 ? letters : [letters[0]]
  const [a, c] = level === 1 ? [1, 1] : [random.integer(2, 9), random.integer(1, 9)]
  const size = level === 1 ? 15 : 12
  const [b, d] = [nonZero(random, size), nonZero(random, size)]
  const [left, right] = [
    [a, b],
    [c, d],
  ] as const
  const value = multiplyPolynomials(left, right)
  const story = b > 0 && d > 0 && level < 3 && random.chance(0.7)
  const sides = { f: `$${write(left, unknowns)}$`, g: `$${write(right, unknowns)}$` }
  return expansion(
    {
      statement: factorsOf([left, right], unknowns),
      unknowns,
      value,
      lines: distributed(left, right, unknowns),
      mistakes: [
        [[a * c, 0, b * d], MIDDLE],
        [withCoefficient(value, 2, -b * d), LAST_SIGN],
        [withCoefficient(value, 1, a * d - b * c), MIDDLE_SIGN],
        [withCoefficient(value, 1, -(a * d + b * c)), MIDDLE_SIGN],
        [[a * c, a * d, b], NOT_DISTRIBUTED],
        [withCoefficient(value, 2, b + d), 'The last terms were added and not multiplied.'],
      ],
      ...(story ? { question: word(random, AREA_QUESTIONS, sides) } : {}),
    },
    random,
  )
}

/** Level 3: a square. */
function square(random: RandomStream): Draft | undefined {
  const letters = random.pick(UNKNOWN_LETTERS)
  const unknowns: Unknowns = random.chance(0.3) ? letters : [letters[0]]
  const [a, b] = [random.integer(2, 12), nonZero(random, 15)]
  const value = multiplyPolynomials([a, b], [a, b])
  return expansion(
    {
      statement: `(${write([a, b], unknowns)})^2`,
      unknowns,
      value,
      lines: distributed([a, b], [a, b], unknowns),
      mistakes: [
        [[a * a, 0, b * b], NO_CROSS_TERM],
        [withCoefficient(value, 1, a * b), 'The mixed term was counted once and not twice.'],
        [withCoefficient(value, 0, a), NOT_SQUARED],
        [withCoefficient(value, 2, -b * b), LAST_SIGN],
        [withCoefficient(value, 1, -2 * a * b), MIDDLE_SIGN],
      ],
    },
    random,
  )
}

/** Level 4: a linear and a quadratic factor. */
function linearTimesQuadratic(random: RandomStream): Draft | undefined {
  const unknowns: Unknowns = [random.pick(UNKNOWN_LETTERS)[0]]
  const [a, b] = [random.integer(1, 6), nonZero(random, 9)]
  const [c, d, e] = [random.integer(1, 6), nonZero(random, 9), nonZero(random, 9)]
  const [left, right] = [
    [a, b],
    [c, d, e],
  ] as const
  const value = multiplyPolynomials(left, right)
  return expansion(
    {
      statement: factorsOf([left, right], unknowns),
      unknowns,
      value,
      lines: distributed(left, right, unknowns),
      mistakes: [
        [[a * c, 0, 0, b * e], MIDDLE],
        [[a * c, a * d, a * e, b], NOT_DISTRIBUTED],
        [withCoefficient(value, 3, -b * e), LAST_SIGN],
        [withCoefficient(value, 1, a * d - b * c), MIDDLE_SIGN],
        [withCoefficient(value, 2, a * e), 'One of the two linear terms was left out.'],
      ],
    },
    random,
  )
}

/** Level 4: three linear factors. */
function threeFactors(random: RandomStream): Draft | undefined {
  const unknowns: Unknowns = [random.pick(UNKNOWN_LETTERS)[0]]
  const [a, b, c] = [nonZero(random, 9), nonZero(random, 9), nonZero(random, 9)]
  const inner = multiplyPolynomials([1, a], [1, b])
  const value = multiplyPolynomials(inner, [1, c])
  return expansion(
    {
      statement: factorsOf(
        [
          [1, a],
          [1, b],
          [1, c],
        ],
        unknowns,
      ),
      unknowns,
      value,
      lines: [
        `First ${factorsOf(
          [
            [1, a],
            [1, b],
          ],
          unknowns,
        )}:`,
        ...distributed([1, a], [1, b], unknowns),
        'Then times the last factor:',
        ...distributed([1, c], inner, unknowns),
      ],
      mistakes: [
        [[1, 0, 0, a * b * c], MIDDLE],
        [withCoefficient(value, 3, -a * b * c), LAST_SIGN],
        [withCoefficient(value, 3, a + b + c), 'The last terms were added and not multiplied.'],
        [withCoefficient(value, 2, a * b), 'Mixed products of two constants were left out.'],
        [withCoefficient(value, 1, -(a + b + c)), MIDDLE_SIGN],
      ],
    },
    random,
  )
}

/** Level 5: a difference of two unrelated squares. */
function differenceOfSquares(random: RandomStream): Draft | undefined {
  const unknowns: Unknowns = [random.pick(UNKNOWN_LETTERS)[0]]
  const [a, c] = [random.integer(2, 9), random.integer(1, 9)]
  const [b, d] = [nonZero(random, 12), nonZero(random, 12)]
  const [first, second] = [multiplyPolynomials([a, b], [a, b]), multiplyPolynomials([c, d], [c, d])]
  const value = subtractPolynomials(first, second)
  const wrongTail = [value[0] as number, (first[1] as number) + 2 * c * d, b * b + d * d]
  return expansion(
    {
      statement: `(${write([a, b], unknowns)})^2 - (${write([c, d], unknowns)})^2`,
      unknowns,
      value,
      lines: [
        `(${write([a, b], unknowns)})^2 = ${write(first, unknowns)}`,
        `(${write([c, d], unknowns)})^2 = ${write(second, unknowns)}`,
        `Subtract every term of the second: ${write(value, unknowns)}.`,
      ],
      mistakes: [
        [wrongTail, 'The minus was applied to the first term of the second square only.'],
        [subtractPolynomials([a * a, 0, b * b], [c * c, 0, d * d]), NO_CROSS_TERM],
        [
          multiplyPolynomials([a - c, b - d], [a - c, b - d]),
          'The bases were subtracted before squaring.',
        ],
        [first.map((each, index) => each + (second[index] as number)), 'The squares were added.'],
        [subtractPolynomials(second, first), 'The squares were subtracted in the wrong order.'],
      ],
    },
    random,
  )
}

/** Level 5: a cube. */
function cube(random: RandomStream): Draft | undefined {
  const letters = random.pick(UNKNOWN_LETTERS)
  const unknowns: Unknowns = random.chance(0.3) ? letters : [letters[0]]
  const [a, b] = [random.integer(1, 7), nonZero(random, 9)]
  const squared = multiplyPolynomials([a, b], [a, b])
  const value = multiplyPolynomials(squared, [a, b])
  return expansion(
    {
      statement: `(${write([a, b], unknowns)})^3`,
      unknowns,
      value,
      lines: [
        `The square is ${write(squared, unknowns)}.`,
        'Multiply it by the base once more:',
        ...distributed([a, b], squared, unknowns),
      ],
      mistakes: [
        [[a ** 3, 0, 0, b ** 3], NO_CROSS_TERM],
        [
          [a ** 3, a * a * b, a * b * b, b ** 3],
          'The mixed terms were counted once, not three times.',
        ],
        [withCoefficient(value, 0, a), NOT_SQUARED],
        [withCoefficient(value, 3, -(b ** 3)), LAST_SIGN],
        [value.map((each, index) => (index === 2 ? -each : each)), MIDDLE_SIGN],
      ],
    },
    random,
  )
}

/** Level 5: two quadratic factors. */
function twoQuadratics(random: RandomStream): Draft | undefined {
  const unknowns: Unknowns = [random.pick(UNKNOWN_LETTERS)[0]]
  const draw = (): [number, number, number] => [
    random.integer(1, 4),
    nonZero(random, 6),
    nonZero(random, 8),
  ]
  const [left, right] = [draw(), draw()]
  const value = multiplyPolynomials(left, right)
  const [[a, b, c], [d, e, f]] = [left, right]
  return expansion(
    {
      statement: factorsOf([left, right], unknowns),
      unknowns,
      value,
      lines: distributed(left, right, unknowns),
      mistakes: [
        [[a * d, 0, b * e, 0, c * f], 'Only terms in the same place were multiplied.'],
        [withCoefficient(value, 2, a * f + c * d), 'The product of the linear terms was left out.'],
        [withCoefficient(value, 4, -c * f), LAST_SIGN],
        [withCoefficient(value, 3, b * f - c * e), MIDDLE_SIGN],
        [withCoefficient(value, 1, a * e), 'One of the two cubic terms was left out.'],
      ],
    },
    random,
  )
}

/** Products and powers of polynomials; the answer is an expression. */
export const polynomials: Family = {
  name: 'polynomials',
  form: 'expanded',
  makers: {
    1: [twoFactors],
    2: [twoFactors],
    3: [twoFactors, square],
    4: [linearTimesQuadratic, threeFactors],
    5: [differenceOfSquares, cube, twoQuadratics],
  },
}
