import type { RandomStream } from '../../random.ts'
import {
  add,
  divide,
  greatestCommonDivisor,
  isZero,
  multiply,
  negate,
  type Rational,
  rational,
  subtract,
  toLatex,
} from '../rational.ts'
import { type Candidate, type Draft, expression, type Family } from './draft.ts'
import {
  DIFFERENCE_STORIES,
  PRODUCT_OF_FRACTIONS_STORIES,
  QUOTIENT_STORIES,
  SUM_STORIES,
  VALUE_QUESTIONS,
} from './tables/fractions.ts'
import { steps, word } from './wording.ts'

/** A fraction as written in the question, not necessarily reduced. */
interface Written {
  readonly above: number
  readonly below: number
}

const worth = ({ above, below }: Written): Rational => rational(above, below)
const latexOf = ({ above, below }: Written): string => `\\frac{${above}}{${below}}`
const plainOf = ({ above, below }: Written): string => `${above}/${below}`

const commonDivisor = (left: number, right: number): number =>
  Number(greatestCommonDivisor(BigInt(left), BigInt(right)))
const leastMultiple = (left: number, right: number): number =>
  (left / commonDivisor(left, right)) * right

/** A proper fraction in lowest terms with this denominator, at least 2. */
function properOver(below: number, random: RandomStream): Written {
  for (;;) {
    const above = random.integer(1, below - 1)
    if (commonDivisor(above, below) === 1) return { above, below }
  }
}

const proper = (random: RandomStream, largest: number): Written =>
  properOver(random.integer(2, largest), random)

type Sign = '+' | '-'
const combine = (left: Rational, sign: Sign, right: Rational): Rational =>
  sign === '+' ? add(left, right) : subtract(left, right)
const joined = (left: number, sign: Sign, right: number): number =>
  sign === '+' ? left + right : left - right
const opposite = (sign: Sign): Sign => (sign === '+' ? '-' : '+')

/** A fraction, or undefined if the denominator is 0. */
const latexIf = (above: number, below: number): string | undefined =>
  below === 0 ? undefined : toLatex(rational(above, below))

/** The lines of `left ± right` over their common denominator. */
function sumLines(left: Written, sign: Sign, right: Written): string[] {
  const common = leastMultiple(left.below, right.below)
  const [first, second] = [left, right].map(({ above, below }) => (above * common) / below) as [
    number,
    number,
  ]
  const sum = joined(first, sign, second)
  const over = `\\frac{${first}}{${common}} ${sign} \\frac{${second}}{${common}}`
  const scaled = left.below === right.below ? '' : `${latexOf(left)} ${sign} ${latexOf(right)} = `
  return [
    `The common denominator is ${common}: ${scaled}${over} = \\frac{${sum}}{${common}}.`,
    `In lowest terms that is ${toLatex(rational(sum, common))}.`,
  ]
}

function sumMistakes(left: Written, sign: Sign, right: Written): Candidate[] {
  const [a, b, c, d] = [left.above, left.below, right.above, right.below]
  const common = leastMultiple(b, d)
  const scale = common / b
  return [
    [
      latexIf(joined(a, sign, c), joined(b, sign, d)),
      `Numerators and denominators were ${sign === '+' ? 'added' : 'subtracted'} separately.`,
    ],
    [
      latexIf(joined(a, sign, c), common),
      'The fractions got a common denominator, but the numerators were not scaled with it.',
    ],
    [
      latexIf(joined(a * scale, sign, c), common),
      'Only the first numerator was scaled to the common denominator.',
    ],
    [
      latexIf(joined(a, sign, c * (common / d)), common),
      'Only the second numerator was scaled to the common denominator.',
    ],
    [
      toLatex(combine(worth(left), opposite(sign), worth(right))),
      `The sign between the fractions was misread: they are to be ${
        sign === '+' ? 'added' : 'subtracted'
      }.`,
    ],
  ]
}

/** Level 1: one denominator divides the other. Level 2: neither does. */
const sum =
  (denominators: 'nested' | 'apart') =>
  (random: RandomStream): Draft | undefined => {
    const b = random.integer(2, denominators === 'nested' ? 12 : 15)
    const d = denominators === 'nested' ? b * random.integer(1, 4) : random.integer(3, 15)
    if (denominators === 'apart' && (b % d === 0 || d % b === 0)) return undefined
    const pair = random.shuffle([properOver(b, random), properOver(d, random)])
    const sign = random.pick<Sign>(['+', '-'])
    if (sign === '-' && pair[0] !== undefined && pair[1] !== undefined) {
      if (pair[0].above * pair[1].below < pair[1].above * pair[0].below) pair.reverse()
    }
    const [left, right] = pair as [Written, Written]
    const value = combine(worth(left), sign, worth(right))
    if (isZero(value)) return undefined
    const statement = `${latexOf(left)} ${sign} ${latexOf(right)}`
    const gold = toLatex(value)
    const stories = sign === '+' ? SUM_STORIES : DIFFERENCE_STORIES
    return expression({
      question: ask(statement, stories, left, right, random),
      gold,
      facts: { type: 'value', statement },
      solution: () => steps(sumLines(left, sign, right), gold),
      mistakes: () => sumMistakes(left, sign, right),
    })
  }

function ask(
  statement: string,
  stories: readonly string[],
  left: Written,
  right: Written,
  random: RandomStream,
): string {
  if (random.chance(0.5)) return word(random, VALUE_QUESTIONS, { e: `$${statement}$` })
  return word(random, stories, { p: plainOf(left), q: plainOf(right) })
}

/** Level 3: a product or a quotient of two fractions. */
function product(random: RandomStream): Draft | undefined {
  const [left, right] = [proper(random, 15), proper(random, 15)]
  const [a, b, c, d] = [left.above, left.below, right.above, right.below]
  const isQuotient = random.chance(0.5)
  const statement = `${latexOf(left)} ${isQuotient ? '\\div' : '\\times'} ${latexOf(right)}`
  const [above, below] = isQuotient ? [a * d, b * c] : [a * c, b * d]
  const gold = toLatex(rational(above, below))
  const turned = `${latexOf(left)} \\times \\frac{${d}}{${c}}`
  const lines = isQuotient
    ? [`Divide by multiplying with the reciprocal: ${statement} = ${turned}.`]
    : ['Multiply numerator by numerator and denominator by denominator.']
  lines.push(`That gives \\frac{${above}}{${below}}, in lowest terms ${gold}.`)
  const common = leastMultiple(b, d)
  const mistakes: Candidate[] = isQuotient
    ? [
        [latexIf(a * c, b * d), 'The fractions were multiplied without turning the divisor over.'],
        [latexIf(b * c, a * d), 'The first fraction was turned over and not the divisor.'],
        [latexIf(b * d, a * c), 'Both fractions were turned over.'],
        [latexIf(a * d, b + c), 'The denominators were added after turning the divisor over.'],
      ]
    : [
        [latexIf(a * d, b * c), 'One fraction was turned over, as in a division.'],
        [latexIf(a * c, b + d), 'The numerators were multiplied, but the denominators added.'],
        [latexIf(a * c * (common / b) * (common / d), common), 'A common denominator was kept.'],
        [latexIf(a * c, common), 'The denominators were replaced by their common multiple.'],
        [latexIf(a + c, b * d), 'The denominators were multiplied, but the numerators added.'],
      ]
  const stories = isQuotient ? QUOTIENT_STORIES : PRODUCT_OF_FRACTIONS_STORIES
  return expression({
    question: ask(statement, stories, left, right, random),
    gold,
    facts: { type: 'value', statement },
    solution: () => steps(lines, gold),
    mistakes: () => mistakes,
  })
}

/** Level 4: mixed numbers. */
function mixed(random: RandomStream): Draft | undefined {
  const [v, w] = [random.integer(1, 9), random.integer(1, 9)]
  const [left, right] = [proper(random, 12), proper(random, 12)]
  const sign = random.pick<Sign>(['+', '-'])
  const improper = (whole: number, { above, below }: Written): Written => ({
    above: whole * below + above,
    below,
  })
  const [first, second] = [improper(v, left), improper(w, right)]
  const value = combine(worth(first), sign, worth(second))
  if (isZero(value)) return undefined
  const gold = toLatex(value)
  const statement = `${v}${latexOf(left)} ${sign} ${w}${latexOf(right)}`
  const fractionsOnly = combine(worth(left), sign, worth(right))
  const wholesAdded = (whole: number, { above, below }: Written): Rational =>
    rational(whole + above, below)
  return expression({
    question: word(random, VALUE_QUESTIONS, { e: `$${statement}$` }),
    gold,
    facts: { type: 'value', statement },
    solution: () =>
      steps(
        [
          `As improper fractions: ${v}${latexOf(left)} = ${latexOf(first)} and ` +
            `${w}${latexOf(right)} = ${latexOf(second)}.`,
          ...sumLines(first, sign, second),
        ],
        gold,
      ),
    mistakes: () => [
      [
        toLatex(combine(wholesAdded(v, left), sign, wholesAdded(w, right))),
        'The whole part was added to the numerator without multiplying by the denominator first.',
      ],
      [toLatex(fractionsOnly), 'The whole parts were left out.'],
      [
        toLatex(add(rational(joined(v, sign, w)), negate(fractionsOnly))),
        'The fractional parts were joined with the wrong sign.',
      ],
      ...sumMistakes(first, sign, second).slice(0, 3),
    ],
  })
}

/** Level 4: multiplication or division before addition. */
function threeTerms(random: RandomStream): Draft | undefined {
  const [left, middle, right] = [proper(random, 9), proper(random, 9), proper(random, 9)]
  const sign = random.pick<Sign>(['+', '-'])
  const isQuotient = random.chance(0.4)
  const apply = isQuotient ? divide : multiply
  const [a, b, c] = [worth(left), worth(middle), worth(right)]
  const inner = apply(b, c)
  const value = combine(a, sign, inner)
  if (isZero(value)) return undefined
  const gold = toLatex(value)
  const operation = isQuotient ? '\\div' : '\\times'
  const statement = `${latexOf(left)} ${sign} ${latexOf(middle)} ${operation} ${latexOf(right)}`
  const middleWritten = { above: Number(inner.numerator), below: Number(inner.denominator) }
  return expression({
    question: word(random, VALUE_QUESTIONS, { e: `$${statement}$` }),
    gold,
    facts: { type: 'value', statement },
    solution: () =>
      steps(
        [
          `First ${latexOf(middle)} ${operation} ${latexOf(right)} = ${toLatex(inner)}.`,
          ...sumLines(left, sign, middleWritten),
        ],
        gold,
      ),
    mistakes: () => [
      [toLatex(apply(combine(a, sign, b), c)), 'The order of operations was ignored.'],
      [
        toLatex(combine(a, sign, isQuotient ? multiply(b, c) : divide(b, c))),
        'Multiplication and division of fractions were mixed up.',
      ],
      ...sumMistakes(left, sign, middleWritten),
    ],
  })
}

/** Level 5: a sum in brackets, multiplied or divided. */
function bracket(random: RandomStream): Draft | undefined {
  const [left, middle, right] = [proper(random, 12), proper(random, 12), proper(random, 9)]
  const sign = random.pick<Sign>(['+', '-'])
  const [a, b, c] = [worth(left), worth(middle), worth(right)]
  const inner = combine(a, sign, b)
  if (isZero(inner)) return undefined
  const isQuotient = random.chance(0.6)
  const apply = isQuotient ? divide : multiply
  const operation = isQuotient ? '\\div' : '\\times'
  const gold = toLatex(apply(inner, c))
  const sumText = `${latexOf(left)} ${sign} ${latexOf(middle)}`
  const statement = `\\left(${sumText}\\right) ${operation} ${latexOf(right)}`
  return expression({
    question: word(random, VALUE_QUESTIONS, { e: `$${statement}$` }),
    gold,
    facts: { type: 'value', statement },
    solution: () =>
      steps(
        [
          'First the bracket.',
          ...sumLines(left, sign, middle),
          isQuotient
            ? `Divide by ${latexOf(right)}, which is to multiply by its reciprocal: ${gold}.`
            : `Multiply by ${latexOf(right)}: ${gold}.`,
        ],
        gold,
      ),
    mistakes: () => [
      [toLatex(combine(a, sign, apply(b, c))), 'The brackets were ignored.'],
      [
        toLatex(isQuotient ? multiply(inner, c) : divide(inner, c)),
        isQuotient ? 'The divisor was not turned over.' : 'The last factor was turned over.',
      ],
      [
        toLatex(apply(combine(a, opposite(sign), b), c)),
        'The sign inside the brackets was misread.',
      ],
      [toLatex(combine(apply(a, c), sign, b)), 'Only the first fraction was taken times the last.'],
      [toLatex(inner), 'The work stopped after the brackets.'],
    ],
  })
}

/** Sums, products and quotients of fractions. */
export const fractions: Family = {
  name: 'fractions',
  form: 'fraction',
  makers: {
    1: [sum('nested')],
    2: [sum('apart')],
    3: [product],
    4: [mixed, threeTerms],
    5: [bracket],
  },
}
