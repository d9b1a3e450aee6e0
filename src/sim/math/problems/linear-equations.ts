import type { RandomStream } from '../../random.ts'
import { rational, toLatex } from '../rational.ts'
import { type Candidate, type Draft, expression, type Family } from './draft.ts'
import { nonZero } from './draws.ts'
import {
  FARE_STORIES,
  NUMBER_STORIES_LESS,
  NUMBER_STORIES_MORE,
  PLAN_STORIES,
  SOLVE_QUESTIONS,
  UNKNOWNS,
} from './tables/equations.ts'
import { linear, signed, steps, term, word } from './wording.ts'

/** A quotient, or undefined for denominator 0. */
const quotient = (above: number, below: number): string | undefined =>
  below === 0 ? undefined : toLatex(rational(above, below))

interface Parts {
  readonly statement: string
  readonly variable: string
  /** The equation as `above / below`. */
  readonly root: readonly [above: number, below: number]
  readonly lines: readonly string[]
  readonly mistakes: readonly Candidate[]
  readonly question?: string
}

/** An equation with one root. Draws with an unwieldy root are discarded. */
function equation(parts: Parts, random: RandomStream): Draft | undefined {
  const { statement, variable, root, lines, mistakes } = parts
  if (root[1] === 0) return undefined
  const value = rational(root[0], root[1])
  if (value.denominator > 30n || value.numerator > 999n || value.numerator < -999n) return undefined
  const gold = toLatex(value)
  const asked = { e: `$${statement}$`, v: `$${variable}$` }
  return expression({
    question: parts.question ?? word(random, SOLVE_QUESTIONS, asked),
    gold,
    facts: { type: 'root', statement, variable },
    solution: () => steps([...lines, `So ${variable} = ${gold}.`], gold),
    mistakes: () => mistakes,
  })
}

const SIGN_SLIP = 'A constant changed sides of the equation without changing its sign.'
const VARIABLE_SLIP = 'The term with the unknown changed sides without changing its sign.'
const NOT_DIVIDED = 'At the end the coefficient of the unknown was not divided out.'
const SUBTRACTED = 'The coefficient was subtracted where it had to be divided out.'
const UPSIDE_DOWN = 'The last division was done upside down.'
const FIRST_TERM_ONLY = 'Only the first term in the brackets was multiplied.'

/** Level 1: ax + b = c */
function oneStepEach(random: RandomStream): Draft | undefined {
  const v = random.pick(UNKNOWNS)
  const [a, b, x] = [random.integer(2, 15), nonZero(random, 40), nonZero(random, 15)]
  const c = a * x + b
  return equation(
    {
      statement: `${linear(a, v, b)} = ${c}`,
      variable: v,
      root: [c - b, a],
      lines: [
        `${b > 0 ? `Subtract ${b} from` : `Add ${-b} to`} both sides: ${term(a, v)} = ${c - b}.`,
        `Divide both sides by ${a}.`,
      ],
      mistakes: [
        [quotient(c + b, a), SIGN_SLIP],
        [String(c - b), NOT_DIVIDED],
        [String(c - b - a), SUBTRACTED],
        [quotient(a, c - b), UPSIDE_DOWN],
        [quotient(c, a), 'The constant beside the unknown was left out.'],
      ],
      ...oneStepStory(a, b, c, random),
    },
    random,
  )
}

function oneStepStory(
  a: number,
  b: number,
  c: number,
  random: RandomStream,
): { question?: string } {
  if (random.chance(0.4)) return {}
  if (b > 0 && c > b && random.chance(0.6)) {
    return { question: word(random, FARE_STORIES, { a, b, c }) }
  }
  const stories = b > 0 ? NUMBER_STORIES_MORE : NUMBER_STORIES_LESS
  return { question: word(random, stories, { a, b: Math.abs(b), c }) }
}

/** Level 2: ax + b = cx + d */
function bothSides(random: RandomStream): Draft | undefined {
  const v = random.pick(UNKNOWNS)
  const [a, c] = [random.integer(2, 15), nonZero(random, 12)]
  const [b, x] = [nonZero(random, 40), nonZero(random, 15)]
  const d = (a - c) * x + b
  if (a === c || d === 0) return undefined
  const story = x > 0 && b > 0 && c > 0 && d > 0 && random.chance(0.8)
  return equation(
    {
      statement: `${linear(a, v, b)} = ${linear(c, v, d)}`,
      variable: v,
      root: [d - b, a - c],
      lines: [
        `Bring the terms with ${v} to the left: ${linear(a - c, v, b)} = ${d}.`,
        `Bring the constants to the right: ${term(a - c, v)} = ${d - b}.`,
        `Divide both sides by ${a - c}.`,
      ],
      mistakes: [
        [quotient(d - b, a + c), VARIABLE_SLIP],
        [quotient(d + b, a - c), SIGN_SLIP],
        [String(d - b), NOT_DIVIDED],
        [quotient(a - c, d - b), UPSIDE_DOWN],
        [quotient(b - d, a - c), 'The two sides were subtracted in different directions.'],
      ],
      ...(story ? { question: word(random, PLAN_STORIES, { a, b, c, d }) } : {}),
    },
    random,
  )
}

/** Level 3: a(x + b) = c(x + d) + e */
function brackets(random: RandomStream): Draft | undefined {
  const v = random.pick(UNKNOWNS)
  const [a, c] = [random.integer(2, 9), nonZero(random, 9)]
  const [b, d, x] = [nonZero(random, 12), nonZero(random, 12), nonZero(random, 12)]
  const e = a * (x + b) - c * (x + d)
  if (a === c || e === 0 || Math.abs(c) === 1) return undefined
  return equation(
    {
      statement: `${a}(${linear(1, v, b)}) = ${c}(${linear(1, v, d)}) ${signed(e)}`,
      variable: v,
      root: [c * d + e - a * b, a - c],
      lines: [
        `Multiply out: ${linear(a, v, a * b)} = ${linear(c, v, c * d)} ${signed(e)}.`,
        `Collect the right side: ${linear(a, v, a * b)} = ${linear(c, v, c * d + e)}.`,
        `Bring ${v} to the left, constants to the right: ` +
          `${linear(a - c, v, 0)} = ${c * d + e - a * b}.`,
        `Divide both sides by ${a - c}.`,
      ],
      mistakes: [
        [quotient(d + e - b, a - c), FIRST_TERM_ONLY],
        [quotient(c * d + e - a * b, a + c), VARIABLE_SLIP],
        [quotient(c * d + e + a * b, a - c), SIGN_SLIP],
        [quotient(-c * d + e - a * b, a - c), 'A sign was lost in multiplying out the right side.'],
        [String(c * d + e - a * b), NOT_DIVIDED],
      ],
    },
    random,
  )
}

/** Level 4: (x + a)/b = (x + c)/d */
function fractionsOnBothSides(random: RandomStream): Draft | undefined {
  const v = random.pick(UNKNOWNS)
  const [a, c] = [nonZero(random, 15), nonZero(random, 15)]
  const [b, d] = [random.integer(2, 9), random.integer(2, 9)]
  if (b === d || a === c) return undefined
  return equation(
    {
      statement: `\\frac{${linear(1, v, a)}}{${b}} = \\frac{${linear(1, v, c)}}{${d}}`,
      variable: v,
      root: [b * c - a * d, d - b],
      lines: [
        `Multiply both sides by ${b} and by ${d}: ` +
          `${d}(${linear(1, v, a)}) = ${b}(${linear(1, v, c)}).`,
        `Multiply out: ${linear(d, v, a * d)} = ${linear(b, v, b * c)}.`,
        `Collect: ${term(d - b, v)} = ${b * c - a * d}. Divide both sides by ${d - b}.`,
      ],
      mistakes: [
        [quotient(c - a, d - b), FIRST_TERM_ONLY],
        [quotient(c * d - a * b, b - d), 'Each side was multiplied by its own denominator.'],
        [quotient(b * c + a * d, d - b), SIGN_SLIP],
        [quotient(b * c - a * d, d + b), VARIABLE_SLIP],
        [String(b * c - a * d), NOT_DIVIDED],
      ],
    },
    random,
  )
}

/** Level 4: x/a + x/b = c */
function sumOfShares(random: RandomStream): Draft | undefined {
  const v = random.pick(UNKNOWNS)
  const [a, b, c] = [random.integer(2, 12), random.integer(2, 12), nonZero(random, 30)]
  const sign = random.pick([1, -1])
  if (a === b) return undefined
  const shares = `\\frac{${v}}{${a}} ${sign > 0 ? '+' : '-'} \\frac{${v}}{${b}}`
  return equation(
    {
      statement: `${shares} = ${c}`,
      variable: v,
      root: [a * b * c, b + sign * a],
      lines: [
        `Multiply both sides by ${a} × ${b} = ${a * b}: ` +
          `${term(b, v)} ${sign > 0 ? '+' : '-'} ${term(a, v)} = ${a * b * c}.`,
        `Collect: ${term(b + sign * a, v)} = ${a * b * c}. Divide both sides by ${b + sign * a}.`,
      ],
      mistakes: [
        [
          quotient(c * (a + sign * b), 1),
          'The denominators were added as if they were numerators.',
        ],
        [quotient(c, b + sign * a), 'The right side was not multiplied by the denominators.'],
        [quotient(a * b * c, b - sign * a), 'The sign between the two fractions was misread.'],
        [
          sign > 0 ? quotient(a * b * c, 2) : undefined,
          'The numerators were added and the denominators multiplied, as two separate steps.',
        ],
        [String(a * b * c), NOT_DIVIDED],
      ],
    },
    random,
  )
}

/** Level 5: a(bx + c) - d(ex + f) = g, with a fractional root. */
function twoBrackets(random: RandomStream): Draft | undefined {
  const v = random.pick(UNKNOWNS)
  const [a, d] = [random.integer(2, 9), random.integer(2, 9)]
  const [b, e] = [random.integer(2, 9), nonZero(random, 9)]
  const [c, f, g] = [nonZero(random, 12), nonZero(random, 12), nonZero(random, 30)]
  const [above, below] = [g - a * c + d * f, a * b - d * e]
  if (below === 0 || above % below === 0 || Math.abs(e) === 1) return undefined
  return equation(
    {
      statement: `${a}(${linear(b, v, c)}) - ${d}(${linear(e, v, f)}) = ${g}`,
      variable: v,
      root: [above, below],
      lines: [
        `Multiply out: ${linear(a * b, v, a * c)} ${signed(-d * e)}${v} ${signed(-d * f)} = ${g}.`,
        `Collect: ${linear(below, v, a * c - d * f)} = ${g}.`,
        `Bring the constant to the right: ${term(below, v)} = ${above}. Divide by ${below}.`,
      ],
      mistakes: [
        [
          quotient(g - a * c - d * f, below),
          'The minus before the second brackets was applied to their first term only.',
        ],
        [quotient(g - c + f, below), FIRST_TERM_ONLY],
        [quotient(above, a * b + d * e), 'The minus before the second brackets was lost.'],
        [quotient(g + a * c - d * f, below), SIGN_SLIP],
        [quotient(below, above), UPSIDE_DOWN],
      ],
    },
    random,
  )
}

/** Linear equations in one unknown. */
export const linearEquations: Family = {
  name: 'linear_equations',
  form: 'fraction',
  makers: {
    1: [oneStepEach],
    2: [bothSides],
    3: [brackets],
    4: [fractionsOnBothSides, sumOfShares],
    5: [twoBrackets],
  },
}
