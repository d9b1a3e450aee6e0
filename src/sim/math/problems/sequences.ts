import type { RandomStream } from '../../random.ts'
import { rational, toLatex } from '../rational.ts'
import { type Draft, expression, type Family } from './draft.ts'
import { nonZero, wholeProblem } from './draws.ts'
import {
  ARITHMETIC_STORIES,
  ARITHMETIC_SUM_STORIES,
  INFINITE_QUESTIONS,
  NEXT_QUESTIONS,
  RANGE_SUM_QUESTIONS,
  RECURRENCE_QUESTIONS,
  SUM_OF_TWO_QUESTIONS,
  SUM_QUESTIONS,
  TERM_QUESTIONS,
} from './tables/sequences.ts'
import { bracketed, signed, steps, word } from './wording.ts'

/** The first `count` terms of a rule for the term with a number from 1. */
const terms = (count: number, termAt: (position: number) => number): number[] =>
  Array.from({ length: count }, (_, index) => termAt(index + 1))

const TERM_LATE = 'The term one place too late was taken.'
const TERM_EARLY = 'The term one place too early was taken.'
const TERM_FOR_SUM = 'The last term was given and not the sum.'
const ONE_FEWER = 'One term was left out of the sum.'
const ONE_MORE = 'One term too many was added.'

/** Level 1: the next term of an arithmetic sequence. */
function nextArithmetic(random: RandomStream): Draft | undefined {
  const [a, d] = [random.integer(-30, 60), nonZero(random, 15)]
  const shown = terms(random.integer(4, 5), (position) => a + (position - 1) * d)
  const last = shown.at(-1) as number
  if (a === 0 || last === 0) return undefined
  return wholeProblem({
    question: word(random, NEXT_QUESTIONS, { kind: 'arithmetic', list: shown.join(', '), last }),
    facts: { type: 'next_arithmetic', shown },
    value: last + d,
    lines: [
      `Neighbouring terms differ by ${shown[1]} - ${bracketed(a)} = ${d}.`,
      `${last} ${signed(d)} = ${last + d}.`,
    ],
    mistakes: [
      [last - d, 'The difference was applied in the wrong direction.'],
      [last + 2 * d, TERM_LATE],
      [last + d + 1, 'The difference was counted one too large.'],
      [last + d - 1, 'The difference was counted one too small.'],
    ],
  })
}

/** Level 1: the next term of a geometric sequence. */
function nextGeometric(random: RandomStream): Draft | undefined {
  const [a, r] = [nonZero(random, 12), random.pick([2, 3, 4, 5, -2, -3, 10])]
  const shown = terms(4, (position) => a * r ** (position - 1))
  const [, , before, last] = shown as [number, number, number, number]
  return wholeProblem({
    question: word(random, NEXT_QUESTIONS, { kind: 'geometric', list: shown.join(', '), last }),
    facts: { type: 'next_geometric', shown },
    value: last * r,
    lines: [`Each term is ${r} times the one before.`, `${last} × ${bracketed(r)} = ${last * r}.`],
    mistakes: [
      [last + (last - before), 'The last difference was added again, but it is not constant here.'],
      [-last * r, 'A sign slipped in multiplying by the ratio.'],
      [last * r * r, TERM_LATE],
      [last * (r + 1), 'The ratio was taken one too large.'],
    ],
  })
}

/** Level 2: a distant term of an arithmetic sequence. */
function arithmeticTerm(random: RandomStream): Draft | undefined {
  const [a, d, n] = [random.integer(-30, 60), nonZero(random, 14), random.integer(12, 99)]
  if (a === 0) return undefined
  const value = a + (n - 1) * d
  const shown = terms(4, (position) => a + (position - 1) * d)
  const story = a > 0 && d > 0
  return wholeProblem({
    question:
      story && random.chance(0.7)
        ? word(random, ARITHMETIC_STORIES, { a, d, n })
        : word(random, TERM_QUESTIONS, { kind: 'arithmetic', list: shown.join(', '), n }),
    facts: { type: 'term_arithmetic', a, d, n },
    value,
    lines: [
      `The first term is ${a} and the difference ${d}.`,
      `Up to term number ${n} the difference is added ${n - 1} times.`,
      `${a} + ${n - 1} × ${bracketed(d)} = ${value}.`,
    ],
    mistakes: [
      [a + n * d, 'The difference was added once too often: it is off by one place.'],
      [a + (n - 2) * d, TERM_EARLY],
      [a - (n - 1) * d, 'The difference has the wrong sign.'],
      [(n - 1) * d, 'The first term was left out.'],
      [a * n + d, 'First term and difference changed places in the formula.'],
    ],
  })
}

/** Level 2: a term of a sequence in which each is the sum of two earlier ones. */
function sumOfTwo(random: RandomStream): Draft | undefined {
  const [a, b, n] = [random.integer(1, 25), random.integer(1, 25), random.integer(6, 10)]
  const all = [a, b]
  while (all.length < n + 1) all.push((all.at(-1) as number) + (all.at(-2) as number))
  const [early, value, late] = all.slice(n - 2) as [number, number, number]
  return wholeProblem({
    question: word(random, SUM_OF_TWO_QUESTIONS, { a, b, n }),
    facts: { type: 'sum_of_two', a, b, n },
    value,
    lines: [`Term by term: ${all.slice(0, n).join(', ')}.`],
    mistakes: [
      [late, TERM_LATE],
      [early, TERM_EARLY],
      [2 * early, 'The last term was doubled instead of adding the two before.'],
      [b + (n - 2) * a, 'The first term was added again and again.'],
    ],
  })
}

/** Level 3: the sum of the first terms of an arithmetic sequence. */
function arithmeticSum(random: RandomStream): Draft | undefined {
  const [a, d, n] = [random.integer(-20, 40), nonZero(random, 9), random.integer(8, 40)]
  const last = a + (n - 1) * d
  if (a === 0 || last === 0 || a + last === 0) return undefined
  const value = (n * (a + last)) / 2
  const shown = terms(4, (position) => a + (position - 1) * d)
  return wholeProblem({
    question:
      a > 0 && d > 0 && random.chance(0.7)
        ? word(random, ARITHMETIC_SUM_STORIES, { a, d, n })
        : word(random, SUM_QUESTIONS, { kind: 'arithmetic', list: shown.join(', '), n }),
    facts: { type: 'sum_arithmetic', a, d, from: 1, to: n },
    value,
    lines: [
      `Term number ${n} is ${a} + ${n - 1} × ${bracketed(d)} = ${last}.`,
      `The sum is ${n} × (${a} + ${bracketed(last)}) / 2 = ${value}.`,
    ],
    mistakes: [
      [last, TERM_FOR_SUM],
      [n * (a + last), 'The sum of first and last term was not halved.'],
      [value - last, ONE_FEWER],
      [value + last + d, ONE_MORE],
      [value + (n * d) / 2, 'The last term was taken one place too late.'],
    ],
  })
}

/** Level 3: a distant term of a geometric sequence. */
function geometricTerm(random: RandomStream): Draft | undefined {
  const [a, r] = [nonZero(random, 15), random.pick([2, 3, 4, 5, -2, -3])]
  const n = random.integer(6, Math.abs(r) > 3 ? 8 : 11)
  const value = a * r ** (n - 1)
  const shown = terms(4, (position) => a * r ** (position - 1))
  return wholeProblem({
    question: word(random, TERM_QUESTIONS, { kind: 'geometric', list: shown.join(', '), n }),
    facts: { type: 'term_geometric', a, r, n },
    value,
    lines: [
      `The first term is ${a} and the ratio ${r}.`,
      `Up to term number ${n} it is multiplied ${n - 1} times: ` +
        `${a} × ${bracketed(r)}^${n - 1} = ${a} × ${bracketed(r ** (n - 1))} = ${value}.`,
    ],
    mistakes: [
      [value * r, 'The ratio was applied once too often: it is off by one place.'],
      [value / r, TERM_EARLY],
      [-value, 'The sign of the power is wrong.'],
      [a * r * (n - 1), 'The ratio was multiplied by the exponent instead of raised to it.'],
      [a + (n - 1) * (a * r - a), 'The sequence was continued as if its difference were constant.'],
    ],
  })
}

/** Level 4: the next term if the differences grow evenly. */
function nextQuadratic(random: RandomStream): Draft | undefined {
  const [a, first, growth] = [random.integer(-15, 40), nonZero(random, 12), nonZero(random, 7)]
  const shown = terms(5, (position) => {
    const done = position - 1
    return a + done * first + ((done * (done - 1)) / 2) * growth
  })
  const last = shown[4] as number
  const difference = first + 3 * growth
  const kind = random.pick(['quadratic', 'second-order arithmetic'])
  if (difference === 0 || difference + growth === 0) return undefined
  return wholeProblem({
    question: word(random, NEXT_QUESTIONS, { kind, list: shown.join(', '), last }),
    facts: { type: 'next_quadratic', shown },
    value: last + difference + growth,
    lines: [
      `The differences are ${terms(4, (position) => first + (position - 1) * growth).join(', ')}.`,
      `They change by ${growth} each time, so the next is ${difference + growth}.`,
      `${last} ${signed(difference + growth)} = ${last + difference + growth}.`,
    ],
    mistakes: [
      [last + difference, 'The last difference was used again, although the differences change.'],
      [last + difference + 2 * growth, 'The difference was changed once too often.'],
      [last + difference - growth, 'The differences were changed in the wrong direction.'],
      [last + growth, 'The change of the differences was added instead of the next difference.'],
    ],
  })
}

/** Level 4: the sum of the first terms of a geometric sequence. */
function geometricSum(random: RandomStream): Draft | undefined {
  const [a, r] = [nonZero(random, 20), random.pick([2, 3, 4, 5, -2, -3])]
  const n = random.integer(5, Math.abs(r) > 3 ? 7 : 10)
  const value = (a * (r ** n - 1)) / (r - 1)
  const shown = terms(4, (position) => a * r ** (position - 1))
  const last = a * r ** (n - 1)
  return wholeProblem({
    question: word(random, SUM_QUESTIONS, { kind: 'geometric', list: shown.join(', '), n }),
    facts: { type: 'sum_geometric', a, r, n },
    value,
    lines: [
      `The first term is ${a} and the ratio ${r}.`,
      `The sum is ${a} × (${bracketed(r)}^${n} - 1) / (${r} - 1), ` +
        `which is ${bracketed(a)} × ${bracketed(r ** n - 1)} / ${bracketed(r - 1)} = ${value}.`,
    ],
    mistakes: [
      [last, TERM_FOR_SUM],
      [value - last, ONE_FEWER],
      [value + last * r, ONE_MORE],
      [a * (r ** n - 1), 'It was not divided by the ratio less one.'],
      [a * r ** n, 'The formula for a term was used, and one place too late.'],
    ],
  })
}

/** Level 5: the sum of a range of an arithmetic sequence. */
function rangeSum(random: RandomStream): Draft | undefined {
  const [a, d, m] = [random.integer(-20, 40), nonZero(random, 9), random.integer(5, 20)]
  const n = m + random.integer(5, 25)
  const [low, high] = [a + (m - 1) * d, a + (n - 1) * d]
  const count = n - m + 1
  if (a === 0 || low === 0 || high === 0 || low + high === 0) return undefined
  const value = (count * (low + high)) / 2
  const list = terms(4, (position) => a + (position - 1) * d).join(', ')
  return wholeProblem({
    question: word(random, RANGE_SUM_QUESTIONS, { kind: 'arithmetic', list, m, n }),
    facts: { type: 'sum_arithmetic', a, d, from: m, to: n },
    value,
    lines: [
      `Term number ${m} is ${low}, term number ${n} is ${high}.`,
      `These are ${n} - ${m} + 1 = ${count} terms.`,
      `The sum is ${count} × (${low} + ${bracketed(high)}) / 2 = ${value}.`,
    ],
    mistakes: [
      [value - low, 'The first term of the stretch was left out.'],
      [value - high, ONE_FEWER],
      [((count - 1) * (low + high)) / 2, 'The terms were counted one short.'],
      [value + count * d, 'Both ends were taken one place too late.'],
      [count * (low + high), 'The sum of first and last term was not halved.'],
    ],
  })
}

/** Level 5: the sum of all terms of a geometric series. */
function infiniteSum(random: RandomStream): Draft | undefined {
  const below = random.integer(2, 9)
  const above = random.integer(1, below - 1) * (random.chance(0.3) ? -1 : 1)
  const a = random.integer(1, 40)
  const ratio = rational(above, below)
  const r = `${ratio.numerator}/${ratio.denominator}`
  const [p, q] = [Number(ratio.numerator), Number(ratio.denominator)]
  const gold = toLatex(rational(a * q, q - p))
  return expression({
    question: word(random, INFINITE_QUESTIONS, { a, r }),
    gold,
    facts: { type: 'sum_infinite', a, above: p, below: q },
    solution: () =>
      steps(
        [
          `The sum is first term divided by one less the ratio: ${a} / (1 - ${bracketed(p)}/${q}).`,
          `1 - ${bracketed(p)}/${q} = ${q - p}/${q}, so the sum is ${a} × ${q}/${q - p} = ${gold}.`,
        ],
        gold,
      ),
    mistakes: () => [
      [toLatex(rational(a * q, q + p)), 'The ratio was added to one instead of subtracted.'],
      [toLatex(rational(a * p, q - p)), 'The first term was left out of the sum.'],
      [toLatex(rational(a * (q - p), q)), 'It was multiplied where it had to be divided.'],
      [toLatex(rational(a * q, p)), 'It was divided by the ratio itself.'],
    ],
  })
}

/** Level 5: a term of a sequence that is multiplied and shifted. */
function recurrence(random: RandomStream): Draft | undefined {
  const [a, p, q] = [random.integer(1, 12), random.integer(2, 4), nonZero(random, 9)]
  const n = random.integer(5, 7)
  const after = (count: number, step: (value: number) => number): number => {
    let value = a
    for (let done = 1; done < count; done++) value = step(value)
    return value
  }
  const next = (value: number): number => p * value + q
  if (next(a) <= a) return undefined
  const value = after(n, next)
  const plus = q > 0 ? `plus ${q}` : `minus ${-q}`
  const doIt = q > 0 ? `add ${q}` : `subtract ${-q}`
  const change = doIt.replace(' ', 's ')
  const all = terms(n, (position) => after(position, next))
  return wholeProblem({
    question: word(random, RECURRENCE_QUESTIONS, { a, p, plus, doIt, change, n }),
    facts: { type: 'recurrence', a, p, q, n },
    value,
    lines: all.slice(1).map((each, index) => `${p} × ${all[index]} ${signed(q)} = ${each}`),
    mistakes: [
      [next(value), TERM_LATE],
      [after(n - 1, next), TERM_EARLY],
      [after(n, (each) => p * each - q), 'The number that is added has the wrong sign.'],
      [after(n, (each) => p * (each + q)), 'It was added before multiplying instead of after.'],
      [a * p ** (n - 1) + q, 'The number was added only once, at the end.'],
    ],
  })
}

/** Sequences: the next term, a distant term, or a sum. */
export const sequences: Family = {
  name: 'sequences',
  form: 'fraction',
  makers: {
    1: [nextArithmetic, nextGeometric],
    2: [arithmeticTerm, sumOfTwo],
    3: [arithmeticSum, geometricTerm],
    4: [nextQuadratic, geometricSum],
    5: [rangeSum, infiniteSum, recurrence],
  },
}
