import type { RandomStream } from '../../random.ts'
import { add, divide, isWhole, multiply, rational, subtract } from '../rational.ts'
import type { Draft, Family } from './draft.ts'
import {
  asPercentage,
  decimal,
  growth,
  isShort,
  ONE,
  percentageProblem,
  percentFraction,
} from './percentage-parts.ts'
import {
  BEFORE_FALL_QUESTIONS,
  BEFORE_RISE_QUESTIONS,
  BEFORE_TWO_QUESTIONS,
  DECLINE_QUESTIONS,
  FALL_QUESTIONS,
  GROWTH_QUESTIONS,
  MIXTURE_QUESTIONS,
  OVERALL_QUESTIONS,
  PART_QUESTIONS,
  REST_QUESTIONS,
  RISE_QUESTIONS,
  SHARE_QUESTIONS,
  TOTAL_SHARE_QUESTIONS,
  TWICE_QUESTIONS,
} from './tables/percentages.ts'
import { word } from './wording.ts'

const WRONG_DIRECTION = 'The change was taken in the wrong direction.'
const CHANGE_ONLY = 'Only the change was given and not what it leads to.'
const POINT_MISPLACED = 'The percentage was turned into a decimal with its point one place off.'
const ADDED = 'The two percentages were added, although they have different bases.'
const WRONG_BASE = 'The percentage was taken of the value after the change, not of the one before.'

/** Level 1: p% of n, or the rest without it. */
function part(random: RandomStream): Draft | undefined {
  const p = random.integer(1, 19) * 5
  const n = random.integer(3, 120) * 20
  const wantsRest = random.chance(0.4)
  const taken = multiply(percentFraction(p), rational(n))
  const rest = subtract(rational(n), taken)
  const value = wantsRest ? rest : taken
  const lines = [`${p}% of ${n} is ${p} / 100 × ${n} = ${decimal(taken)}.`]
  if (wantsRest) lines.push(`What is left is ${n} - ${decimal(taken)} = ${decimal(rest)}.`)
  return percentageProblem({
    question: word(random, wantsRest ? REST_QUESTIONS : PART_QUESTIONS, { p, n }),
    facts: { type: wantsRest ? 'rest' : 'part', p, n },
    value,
    write: decimal,
    lines,
    mistakes: [
      wantsRest
        ? [taken, 'The part that is gone was given, not what is left.']
        : [rest, 'What is left was given, not the part that is asked for.'],
      [
        wantsRest ? subtract(rational(n), rational(p)) : divide(taken, rational(10)),
        wantsRest
          ? 'The percentage was subtracted as if it were a number of things.'
          : POINT_MISPLACED,
      ],
      [
        wantsRest ? add(rational(n), taken) : divide(rational(100 * p), rational(n)),
        wantsRest
          ? WRONG_DIRECTION
          : 'It was worked out what percentage the one number is of the other.',
      ],
      [divide(rational(n), rational(p)), 'The whole was divided by the percentage.'],
    ],
  })
}

/** Level 2: what percentage a is of b. */
function share(random: RandomStream): Draft | undefined {
  const b = random.integer(2, 60) * random.pick([4, 5, 10, 20, 25])
  const a = random.integer(1, b - 1)
  const value = rational(a, b)
  return percentageProblem({
    question: word(random, SHARE_QUESTIONS, { a, b }),
    facts: { type: 'share', a, b },
    value,
    write: asPercentage,
    lines: [
      `Divide the part by the whole: ${a} / ${b} = ${decimal(value)}.`,
      `As a percentage that is ${asPercentage(value)}.`,
    ],
    mistakes: [
      [rational(b, a), 'The whole was divided by the part.'],
      [subtract(ONE, value), 'The percentage of the rest was given.'],
      [rational(a, 100), 'The part was taken as a percentage without looking at the whole.'],
      [rational(a, b - a), 'The part was compared with the rest and not with the whole.'],
    ],
  })
}

/** Level 2: n changed by p%. */
function change(random: RandomStream): Draft | undefined {
  const p = random.integer(2, 60)
  const n = random.integer(4, 180) * random.pick([5, 10, 20, 50])
  const isRise = random.chance(0.5)
  const change = multiply(percentFraction(p), rational(n))
  const [up, down] = [add(rational(n), change), subtract(rational(n), change)]
  const value = isRise ? up : down
  // Some texts count people and bees.
  if (!isWhole(value)) return undefined
  return percentageProblem({
    question: word(random, isRise ? RISE_QUESTIONS : FALL_QUESTIONS, { p, n }),
    facts: { type: 'change', changes: [isRise ? p : -p], n },
    value,
    write: decimal,
    lines: [
      `The change is ${p}% of ${n}, ${decimal(change)}.`,
      `${n} ${isRise ? '+' : '-'} ${decimal(change)} = ${decimal(value)}.`,
    ],
    mistakes: [
      [change, CHANGE_ONLY],
      [isRise ? down : up, WRONG_DIRECTION],
      [rational(isRise ? n + p : n - p), 'The percentage was taken as an amount.'],
      [add(rational(n), multiply(change, rational(isRise ? 1 : -1, 10))), POINT_MISPLACED],
    ],
  })
}

/** Level 3: the value before a change of p%. */
function before(random: RandomStream): Draft | undefined {
  const p = random.integer(1, 15) * random.pick([4, 5])
  const isRise = random.chance(0.5)
  const n = random.integer(2, 120) * random.pick([5, 10, 20, 25])
  const rate = isRise ? p : -p
  const result = multiply(rational(n), growth(rate))
  if (!isWhole(result)) return undefined
  const r = decimal(result)
  return percentageProblem({
    question: word(random, isRise ? BEFORE_RISE_QUESTIONS : BEFORE_FALL_QUESTIONS, { p, r }),
    facts: { type: 'before', changes: [rate], after: r },
    value: rational(n),
    write: decimal,
    lines: [
      `${r} is ${100 + rate}% of the value before.`,
      `${r} / ${decimal(growth(rate))} = ${n}.`,
    ],
    mistakes: [
      [multiply(result, growth(-rate)), WRONG_BASE],
      [multiply(result, growth(rate)), WRONG_DIRECTION],
      [multiply(result, percentFraction(p)), CHANGE_ONLY],
      [
        divide(result, percentFraction(p)),
        'It was divided by the change and not by what remains after it.',
      ],
    ],
  })
}

/** Level 3: by what percentage a changed to b. */
function relativeChange(random: RandomStream): Draft | undefined {
  const a = random.integer(2, 80) * random.pick([4, 5, 10, 20, 25])
  const rate = random.integer(2, 90) * (random.chance(0.5) ? 1 : -1)
  const after = multiply(rational(a), growth(rate))
  if (after.denominator !== 1n) return undefined
  const b = Number(after.numerator)
  const difference = Math.abs(b - a)
  const share = percentFraction(Math.abs(rate))
  return percentageProblem({
    question: word(random, rate > 0 ? GROWTH_QUESTIONS : DECLINE_QUESTIONS, { a, b }),
    facts: { type: 'relative_change', a, b },
    value: share,
    write: asPercentage,
    lines: [
      `The change is ${difference}.`,
      `Compared with the start: ${difference} / ${a} = ${decimal(share)}.`,
    ],
    mistakes: [
      [rational(difference, b), WRONG_BASE],
      [rational(b, a), 'The new value was compared with the old one instead of the change.'],
      [rational(difference, 100), 'The change itself was taken as a percentage.'],
      [rational(a, b), 'The old value was divided by the new one.'],
    ],
  })
}

const rateText = (rate: number): string =>
  rate > 0 ? `increased by ${rate}%` : `decreased by ${-rate}%`

/** A simple percentage of change, up or down. */
const drawRate = (random: RandomStream): number =>
  random.integer(1, 12) * random.pick([2, 5]) * (random.chance(0.5) ? 1 : -1)

/** Level 4: n changed twice. */
function twice(random: RandomStream): Draft | undefined {
  const [p, q] = [drawRate(random), drawRate(random)]
  const n = random.integer(2, 60) * random.pick([50, 100, 200])
  const start = rational(n)
  const middle = multiply(start, growth(p))
  const value = multiply(middle, growth(q))
  return percentageProblem({
    question: word(random, TWICE_QUESTIONS, { n, first: rateText(p), second: rateText(q) }),
    facts: { type: 'change', changes: [p, q], n },
    value,
    write: decimal,
    lines: [
      `After the first change: ${n} × ${decimal(growth(p))} = ${decimal(middle)}.`,
      `After the second: ${decimal(middle)} × ${decimal(growth(q))} = ${decimal(value)}.`,
    ],
    mistakes: [
      [multiply(start, growth(p + q)), ADDED],
      [middle, 'Only the first of the two changes was made.'],
      [multiply(middle, growth(-q)), 'The second change was taken in the wrong direction.'],
      [multiply(multiply(start, growth(-p)), growth(q)), WRONG_DIRECTION],
      [subtract(value, start), CHANGE_ONLY],
    ],
  })
}

/** Level 4: two changes in percent of the start. */
function overall(random: RandomStream): Draft | undefined {
  const [p, q] = [drawRate(random), drawRate(random)]
  const value = multiply(growth(p), growth(q))
  return percentageProblem({
    question: word(random, OVERALL_QUESTIONS, { first: rateText(p), second: rateText(q) }),
    facts: { type: 'overall', changes: [p, q] },
    value,
    write: asPercentage,
    lines: [
      `The first change multiplies by ${decimal(growth(p))}, the second by ${decimal(growth(q))}.`,
      `Together: ${decimal(growth(p))} × ${decimal(growth(q))} = ${decimal(value)}.`,
    ],
    mistakes: [
      [growth(p + q), ADDED],
      [subtract(value, ONE), CHANGE_ONLY],
      [multiply(growth(p), growth(-q)), 'The second change was taken in the wrong direction.'],
      [
        multiply(percentFraction(Math.abs(p)), percentFraction(Math.abs(q))),
        'The percentages were multiplied.',
      ],
    ],
  })
}

/** Level 5: two solutions poured together. */
function mixture(random: RandomStream): Draft | undefined {
  const [a, b] = [random.integer(1, 40), random.integer(1, 40)]
  const [p, q] = [random.integer(2, 90), random.integer(2, 90)]
  if (p === q || a === b) return undefined
  const value = divide(add(rational(a * p), rational(b * q)), rational(100 * (a + b)))
  return percentageProblem({
    question: word(random, MIXTURE_QUESTIONS, { a, b, p, q }),
    facts: { type: 'mixture', a, b, p, q },
    value,
    write: asPercentage,
    lines: [
      `Altogether there are ${a} + ${b} = ${a + b}.`,
      `Of it, ${a} × ${p}% + ${b} × ${q}% = ${decimal(rational(a * p + b * q, 100))}.`,
      `${decimal(rational(a * p + b * q, 100))} / ${a + b} = ${asPercentage(value)}.`,
    ],
    mistakes: [
      [rational(p + q, 200), 'The percentages were averaged as if both amounts were equal.'],
      [rational(a * q + b * p, 100 * (a + b)), 'The percentages were taken of the wrong amounts.'],
      [rational(p + q, 100), 'The percentages were added.'],
      [rational(a * p + b * q, 10_000), 'It was not divided by the whole amount.'],
    ],
  })
}

/** Level 5: the value before two changes. */
function beforeTwo(random: RandomStream): Draft | undefined {
  const [p, q] = [drawRate(random), drawRate(random)]
  const n = random.integer(2, 80) * random.pick([25, 50, 100])
  const result = multiply(rational(n), multiply(growth(p), growth(q)))
  if (!isShort(result) || p + q === 0) return undefined
  const r = decimal(result)
  const middle = multiply(rational(n), growth(p))
  return percentageProblem({
    question: word(random, BEFORE_TWO_QUESTIONS, { r, first: rateText(p), second: rateText(q) }),
    facts: { type: 'before', changes: [p, q], after: r },
    value: rational(n),
    write: decimal,
    lines: [
      `Undo the second change: ${r} / ${decimal(growth(q))} = ${decimal(middle)}.`,
      `Undo the first change: ${decimal(middle)} / ${decimal(growth(p))} = ${n}.`,
    ],
    mistakes: [
      [multiply(multiply(result, growth(-q)), growth(-p)), WRONG_BASE],
      [p + q > -100 ? divide(result, growth(p + q)) : middle, ADDED],
      [middle, 'Only one of the two changes was undone.'],
      [multiply(multiply(result, growth(q)), growth(p)), WRONG_DIRECTION],
    ],
  })
}

/** Level 5: shares of two parts of a whole. */
function totalShare(random: RandomStream): Draft | undefined {
  const p = random.integer(2, 19) * 5
  const [q, r] = [random.integer(1, 19) * 5, random.integer(1, 19) * 5]
  if (q === r || p >= 100) return undefined
  const [inside, outside] = [rational(p * q, 10_000), rational((100 - p) * r, 10_000)]
  const value = add(inside, outside)
  return percentageProblem({
    question: word(random, TOTAL_SHARE_QUESTIONS, { p, q, r }),
    facts: { type: 'total_share', p, q, r },
    value,
    write: asPercentage,
    lines: [
      `${p}% × ${q}% = ${asPercentage(inside)} of the whole.`,
      `The rest is ${100 - p}%, and ${100 - p}% × ${r}% = ${asPercentage(outside)} of the whole.`,
      `Together: ${asPercentage(value)}.`,
    ],
    mistakes: [
      [rational(q + r, 100), 'The percentages of the two parts were added.'],
      [rational(q + r, 200), 'The percentages were averaged as if both parts were equally large.'],
      [inside, 'Only the first part was counted.'],
      [rational(p * r + (100 - p) * q, 10_000), 'The percentages were taken of the wrong parts.'],
    ],
  })
}

/** Percentages and their base values. */
export const percentages: Family = {
  name: 'percentages',
  form: 'number',
  makers: {
    1: [part],
    2: [share, change],
    3: [before, relativeChange],
    4: [twice, overall],
    5: [mixture, beforeTwo, totalShare],
  },
}
