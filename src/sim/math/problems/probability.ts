import type { RandomStream } from '../../random.ts'
import { rational, toLatex } from '../rational.ts'
import type { Draft, Family } from './draft.ts'
import { chance, choose, urnText, type Wrong } from './probability-parts.ts'
import {
  AT_LEAST_ONE_QUESTIONS,
  BOTH_QUESTIONS,
  COLOURS,
  DICE_AT_LEAST_QUESTIONS,
  DICE_SUM_QUESTIONS,
  EXACTLY_QUESTIONS,
  MULTIPLE_QUESTIONS,
  NOT_REPLACED,
  ONE_DRAW,
  ONE_DRAW_NOT,
  ONE_OF_EACH_QUESTIONS,
  REPLACED,
  SAME_COLOUR_QUESTIONS,
  TRIES_QUESTIONS,
  URNS,
  WHICH_URN_QUESTIONS,
} from './tables/probability.ts'
import { word } from './wording.ts'

const COMPLEMENT = 'The probability of the opposite event was given.'
const ODDS = 'The favourable cases were compared with the others and not with all of them.'
const PUT_BACK = 'It was worked out as if the first one had been put back.'
const NOT_PUT_BACK = 'It was worked out as if the first one had not been put back.'
const ONE_ORDER = 'Only one order was counted, although there are more.'

/** Level 1: one draw out of three colours. */
function oneDraw(random: RandomStream): Draft | undefined {
  const [r, b, g] = [random.integer(2, 15), random.integer(2, 15), random.integer(2, 15)]
  const all = r + b + g
  const isNot = random.chance(0.4)
  const good = isNot ? b + g : r
  return chance({
    question: urnText(random, { r, b, g }, isNot ? ONE_DRAW_NOT : ONE_DRAW),
    facts: { type: 'draws', counts: [r, b, g], draws: 1, event: isNot ? 'none' : 'all' },
    value: rational(good, all),
    lines: [
      `There are ${r} + ${b} + ${g} = ${all} things to draw from.`,
      `${good} of them are of the kind that is asked for.`,
    ],
    mistakes: [
      [all - good, all, COMPLEMENT],
      [good, all - good, ODDS],
      [1, 3, 'The colours were taken as equally likely, although their numbers differ.'],
      [1, good, 'One was divided by the number of favourable cases.'],
      [good, all + 1, 'The things to draw from were counted one too many.'],
    ],
  })
}

/** Level 1: a multiple of k among the numbers from 1 to n. */
function multiple(random: RandomStream): Draft | undefined {
  const [n, k] = [random.integer(12, 150), random.integer(3, 12)]
  const good = Math.floor(n / k)
  return chance({
    question: word(random, MULTIPLE_QUESTIONS, { n, k }),
    facts: { type: 'multiple', n, k },
    value: rational(good, n),
    lines: [
      `The multiples are ${k}, ${2 * k}, and so on up to ${good * k}: ${good} of them.`,
      `All in all there are ${n} numbers.`,
    ],
    mistakes: [
      [n - good, n, COMPLEMENT],
      [good, n - good, ODDS],
      [k, n, 'The number that divides was taken as the number of favourable cases.'],
      [good + 1, n, 'The multiples were counted one too many.'],
      [1, k, 'One in every so many was assumed, although the count does not come out even.'],
    ],
  })
}

/** Level 2: the sum of two dice. */
function dice(random: RandomStream): Draft | undefined {
  const sides = [4, 6, 8, 10, 12, 20]
  const [m, n] = [random.pick(sides), random.pick(sides)]
  const s = random.integer(3, m + n - 1)
  const isExact = random.chance(0.5)
  let exact = 0
  let above = 0
  for (let first = 1; first <= m; first++) {
    for (let second = 1; second <= n; second++) {
      if (first + second === s) exact += 1
      if (first + second > s) above += 1
    }
  }
  const good = isExact ? exact : exact + above
  const all = m * n
  const wrongCases: Wrong[] = isExact
    ? [
        [Math.ceil(exact / 2), all, 'Pairs that differ only in their order were counted once.'],
        [1, m + n - 1, 'All sums were taken as equally likely.'],
        [good, m + n, 'The numbers of sides were added and not multiplied.'],
      ]
    : [
        [above, all, 'The sum that is just reached was not counted.'],
        [m + n - s + 1, m + n - 1, 'All sums were taken as equally likely.'],
        [good, m + n, 'The numbers of sides were added and not multiplied.'],
      ]
  return chance({
    question: word(random, isExact ? DICE_SUM_QUESTIONS : DICE_AT_LEAST_QUESTIONS, { m, n, s }),
    facts: { type: isExact ? 'dice_sum' : 'dice_at_least', m, n, s },
    value: rational(good, all),
    lines: [
      `There are ${m} × ${n} = ${all} equally likely pairs.`,
      `${good} of them fit the condition on the sum.`,
    ],
    mistakes: [[all - good, all, COMPLEMENT], ...wrongCases],
  })
}

/** Level 3: two draws, both of one colour or one of each. */
function twoDraws(random: RandomStream): Draft | undefined {
  const [r, b] = [random.integer(2, 15), random.integer(2, 15)]
  const isReplaced = random.chance(0.5)
  const isBoth = random.chance(0.5)
  const how = random.pick(isReplaced ? REPLACED : NOT_REPLACED)
  const n = r + b
  const [good, all] = isBoth
    ? [r * (isReplaced ? r : r - 1), n * (isReplaced ? n : n - 1)]
    : [2 * r * b, n * (isReplaced ? n : n - 1)]
  const other: Wrong = isReplaced
    ? [isBoth ? r * (r - 1) : 2 * r * b, n * (n - 1), NOT_PUT_BACK]
    : [isBoth ? r * r : 2 * r * b, n * n, PUT_BACK]
  const second = isReplaced ? n : n - 1
  const left = isBoth && !isReplaced ? r - 1 : r
  const questions = isBoth ? BOTH_QUESTIONS : ONE_OF_EACH_QUESTIONS
  const text = urnText(
    random,
    { r, b },
    questions.map((question) => question.replace('{how}', how)),
  )
  return chance({
    question: text,
    facts: {
      type: isReplaced ? 'draws_replaced' : 'draws',
      counts: [r, b],
      draws: 2,
      event: isBoth ? 'all' : 'one',
    },
    value: rational(good, all),
    lines: isBoth
      ? [
          `The first draw fits in ${r} of ${n} cases, the second in ${left} of ${second}.`,
          `\\frac{${r}}{${n}} × \\frac{${left}}{${second}} = ${toLatex(rational(good, all))}`,
        ]
      : [
          `One order has the probability \\frac{${r}}{${n}} × \\frac{${b}}{${second}}.`,
          `The other is as likely: together ${toLatex(rational(good, all))}.`,
        ],
    mistakes: [
      other,
      isBoth ? [r, n, 'Only the first draw was looked at.'] : [r * b, all, ONE_ORDER],
      isBoth
        ? [r * second + left * n, n * second, 'The probabilities of the draws were added.']
        : [r * second + b * n, n * second, 'The probabilities of the draws were added.'],
      [all - good, all, COMPLEMENT],
    ],
  })
}

/** Level 4: at least one of a colour. */
function atLeastOne(random: RandomStream): Draft | undefined {
  const [r, b, k] = [random.integer(2, 9), random.integer(3, 12), random.integer(2, 3)]
  const n = r + b
  const [none, all] = [choose(b, k), choose(n, k)]
  return chance({
    question: urnText(random, { r, b, k }, AT_LEAST_ONE_QUESTIONS),
    facts: { type: 'draws', counts: [r, b], draws: k, event: 'some' },
    value: rational(all - none, all),
    lines: [
      `Look at the opposite: none of the ${k} has that colour.`,
      `That has the probability \\frac{${none}}{${all}}, out of ${all} ways to draw ${k}.`,
      `One less that is ${toLatex(rational(all - none, all))}.`,
    ],
    mistakes: [
      [none, all, COMPLEMENT],
      [n ** k - b ** k, n ** k, PUT_BACK],
      [r * k, n, 'The probabilities of the single draws were added.'],
      [r * choose(b, k - 1), all, 'Only the case of exactly one was counted.'],
      [r, n, 'Only the first draw was looked at.'],
    ],
  })
}

/** Level 4: two of the same colour out of three. */
function sameColour(random: RandomStream): Draft | undefined {
  const counts = [random.integer(2, 9), random.integer(2, 9), random.integer(2, 9)]
  const [r, b, g] = counts as [number, number, number]
  const n = r + b + g
  const good = counts.reduce((sum, count) => sum + count * (count - 1), 0)
  const squares = counts.reduce((sum, count) => sum + count * count, 0)
  const all = n * (n - 1)
  const terms = counts.map((count) => `${count} × ${count - 1}`).join(' + ')
  return chance({
    question: urnText(random, { r, b, g }, SAME_COLOUR_QUESTIONS),
    facts: { type: 'draws', counts, draws: 2, event: 'same' },
    value: rational(good, all),
    lines: [
      `There are ${n} × ${n - 1} = ${all} ordered ways to draw two.`,
      `Of one colour are ${terms} = ${good} of them.`,
    ],
    mistakes: [
      [squares, n * n, PUT_BACK],
      [all - good, all, COMPLEMENT],
      [good, 2 * all, 'Orders were counted in all cases, but not in the favourable ones.'],
      [r * (r - 1), all, 'Only one of the colours was counted.'],
      [1, 3, 'The colours were taken as equally likely, although their numbers differ.'],
    ],
  })
}

/** Level 5: exactly a given number of one colour. */
function exactly(random: RandomStream): Draft | undefined {
  const [r, b, k] = [random.integer(3, 8), random.integer(3, 9), random.integer(3, 4)]
  const w = random.integer(1, k - 1)
  const n = r + b
  const [good, all] = [choose(r, w) * choose(b, k - w), choose(n, k)]
  return chance({
    question: urnText(random, { r, b, k, w }, EXACTLY_QUESTIONS),
    facts: { type: 'draws', counts: [r, b], draws: k, event: 'exactly', wanted: w },
    value: rational(good, all),
    lines: [
      `There are ${all} ways to choose ${k} out of ${n}.`,
      `${choose(r, w)} ways to choose ${w} out of ${r}, ` +
        `${choose(b, k - w)} to choose ${k - w} out of ${b}.`,
      `${choose(r, w)} × ${choose(b, k - w)} / ${all} = ${toLatex(rational(good, all))}`,
    ],
    mistakes: [
      [choose(k, w) * r ** w * b ** (k - w), n ** k, PUT_BACK],
      [good, all * choose(k, w), ONE_ORDER],
      [all - good, all, COMPLEMENT],
      [choose(r, w), all, 'The things of the other colour were left out of the count.'],
      [choose(r, w) + choose(b, k - w), all, 'The two counts were added and not multiplied.'],
    ],
  })
}

/** Level 5: exactly a given number of successes in independent trials. */
function tries(random: RandomStream): Draft | undefined {
  const below = random.integer(3, 8)
  const above = random.integer(1, below - 1)
  const n = random.integer(3, 5)
  const w = random.integer(1, n - 1)
  const fails = below - above
  if (rational(above, below).denominator !== BigInt(below)) return undefined
  const [one, all] = [above ** w * fails ** (n - w), below ** n]
  const p = `${above}/${below}`
  const good = choose(n, w) * one
  return chance({
    question: word(random, TRIES_QUESTIONS, { p, n, w }),
    facts: { type: 'tries', above, below, n, wanted: w },
    value: rational(good, all),
    lines: [
      `One order of ${w} in ${n} has the probability ${one}/${all}.`,
      `There are ${choose(n, w)} orders: ${choose(n, w)} × ${one}/${all}.`,
    ],
    mistakes: [
      [one, all, ONE_ORDER],
      [above ** w, below ** w, 'The tries that must fail were left out.'],
      [choose(n, w) * above ** w, below ** w, 'The tries that must fail were left out.'],
      [w * one, all, 'The orders were counted wrongly.'],
      [all - good, all, COMPLEMENT],
    ],
  })
}

/** Level 5: which of two urns it came from. */
function whichUrn(random: RandomStream): Draft | undefined {
  const draw = (): number => random.integer(1, 9)
  const [r, b, s, c] = [draw(), draw(), draw(), draw()]
  const [n, m] = [r + b, s + c]
  if (r * m === s * n) return undefined
  const { item, items } = random.pick(URNS)
  const [one = '', two = ''] = random.sample(COLOURS, 2)
  const values = { r, b, s, c, item, items, one, two }
  const whole = r * m + s * n
  return chance({
    question: word(random, WHICH_URN_QUESTIONS, values),
    facts: { type: 'which_urn', r, b, s, c },
    value: rational(r * m, whole),
    lines: [
      `By way of A: 1/2 × ${r}/${n}. By way of B: 1/2 × ${s}/${m}.`,
      `The share of A is ${r}/${n} divided by ${r}/${n} + ${s}/${m}.`,
      `Over the common denominator: ${r * m} / (${r * m} + ${s * n}).`,
    ],
    mistakes: [
      [r, n, 'The probability of that colour from A was given: condition and event are swapped.'],
      [r, r + s, 'The things of that colour were counted without regard to the two totals.'],
      [r, 2 * n, 'Only the path by way of A was worked out; it was not compared with both.'],
      [s * n, whole, COMPLEMENT],
      [1, 2, 'What was drawn was not taken into account.'],
    ],
  })
}

/** Probabilities with small numbers, as exact fractions. */
export const probability: Family = {
  name: 'probability',
  form: 'fraction',
  makers: {
    1: [oneDraw, multiple],
    2: [dice],
    3: [twoDraws],
    4: [atLeastOne, sameColour],
    5: [exactly, tries, whichUrn],
  },
}
