import type { RandomStream } from '../../random.ts'
import { greatestCommonDivisor } from '../rational.ts'
import type { Draft, Family, Level } from './draft.ts'
import { wholeProblem } from './draws.ts'
import {
  CONGRUENCE_QUESTIONS,
  INVERSE_QUESTIONS,
  LAST_DIGIT_QUESTIONS,
  LEFT_OVER_STORIES,
  REMAINDER_QUESTIONS,
  REMAINDERS_QUESTIONS,
  TOWER_QUESTIONS,
} from './tables/modular.ts'
import { word } from './wording.ts'

/** The remainder from 0 to modulus - 1, also for negative numbers. */
const modulo = (value: number, modulus: number): number => ((value % modulus) + modulus) % modulus

const areCoprime = (left: number, right: number): boolean =>
  greatestCommonDivisor(BigInt(left), BigInt(right)) === 1n

/** base^exponent modulo a modulus below 2^26, whose square is still exact. */
function power(base: number, exponent: number, modulus: number): number {
  let [result, square] = [1 % modulus, base % modulus]
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}

/** The inverse of a number that is coprime to the modulus. */
function inverse(value: number, modulus: number): number {
  let [high, low] = [modulus, modulo(value, modulus)]
  let [before, now] = [0, 1]
  while (low > 1) {
    const times = Math.floor(high / low)
    ;[high, low] = [low, high - times * low]
    ;[before, now] = [now, before - times * now]
  }
  return modulo(now, modulus)
}

const QUOTIENT = 'The quotient was given and not the remainder.'
const NEGATIVE = 'The remainder was counted from the wrong side, so its sign is turned.'
const EXPONENT_REDUCED = 'The exponent was reduced by the modulus, which is not allowed.'
const TIMES_EXPONENT = 'The base was multiplied by the exponent instead of raised to it.'
const EXPONENT_LATE = 'The power is one too high.'
const EXPONENT_EARLY = 'The power is one too low.'

/** Level 1: the remainder of a product and a sum. */
function remainder(random: RandomStream): Draft | undefined {
  const [a, b, c] = [random.integer(3, 60), random.integer(3, 40), random.integer(1, 30)]
  const m = random.integer(5, 17)
  const total = a * b + c
  const value = total % m
  const [left, right] = [a % m, b % m]
  const e = `(${a} × ${b} + ${c})`
  const story = random.chance(0.4)
  return wholeProblem({
    question: story
      ? word(random, LEFT_OVER_STORIES, { a, b, c, m })
      : word(random, REMAINDER_QUESTIONS, { e, m, top: m - 1 }),
    facts: { type: 'remainder', a, b, c, m },
    value,
    lines: [
      `${a} leaves ${left} and ${b} leaves ${right} on division by ${m}.`,
      `${left} × ${right} + ${c} = ${left * right + c}, which leaves ${value}.`,
    ],
    mistakes: [
      [Math.floor(total / m), QUOTIENT],
      [(a * b) % m, 'The number that is added at the end was left out.'],
      [(a * (b + c)) % m, 'It was added before multiplying.'],
      [modulo(-total, m), NEGATIVE],
      [left * right + (c % m), 'The result was not reduced once more after multiplying.'],
    ],
  })
}

/** The lines of repeated squaring. */
function squaringLines(base: number, exponent: number, modulus: number): string[] {
  const lines = [`Square again and again modulo ${modulus}:`]
  const used: string[] = []
  let value = base % modulus
  for (let bit = 1; bit <= exponent; bit *= 2) {
    lines.push(`${base}^${bit} leaves ${value}.`)
    if (Math.floor(exponent / bit) % 2 === 1) used.push(String(value))
    value = (value * value) % modulus
  }
  const result = power(base, exponent, modulus)
  lines.push(`For the exponent ${exponent} multiply ${used.join(' × ')}; this leaves ${result}.`)
  return lines
}

function powerMistakes(base: number, exponent: number, modulus: number): [number, string][] {
  return [
    [power(base, exponent % modulus, modulus), EXPONENT_REDUCED],
    [(base * exponent) % modulus, TIMES_EXPONENT],
    [power(base, exponent + 1, modulus), EXPONENT_LATE],
    [power(base, exponent - 1, modulus), EXPONENT_EARLY],
    [modulo(-power(base, exponent, modulus), modulus), NEGATIVE],
  ]
}

/** Levels 2 and 3: the remainder of a power. */
function powerRemainder(random: RandomStream, level: Level): Draft | undefined {
  const m = level === 2 ? random.integer(5, 19) : random.integer(20, 99)
  const a = level === 2 ? random.integer(2, 30) : random.integer(2, 99)
  const k = level === 2 ? random.integer(8, 60) : random.integer(100, 999)
  const value = power(a, k, m)
  if (value < 2 || a % m < 2) return undefined
  return wholeProblem({
    question: word(random, REMAINDER_QUESTIONS.slice(0, -1), { e: `${a}^${k}`, m, top: m - 1 }),
    facts: { type: 'power', a, k, m },
    value,
    lines: squaringLines(a, k, m),
    mistakes: powerMistakes(a, k, m),
  })
}

/** Level 2: the last digit of a power. */
function lastDigit(random: RandomStream): Draft | undefined {
  const [a, k] = [random.integer(2, 99), random.integer(11, 199)]
  const digit = a % 10
  if ([0, 1, 5, 6].includes(digit)) return undefined
  const value = power(a, k, 10)
  const cycle = [1, 2, 3, 4].map((exponent) => power(a, exponent, 10))
  return wholeProblem({
    question: word(random, LAST_DIGIT_QUESTIONS, { e: `${a}^${k}` }),
    facts: { type: 'power', a, k, m: 10 },
    value,
    lines: [
      `The last digits of the powers of ${a} repeat: ${cycle.join(', ')}, and so on.`,
      `${k} leaves ${k % 4} on division by 4, so the last digit is ${value}.`,
    ],
    mistakes: powerMistakes(a, k, 10),
  })
}

/** Level 4: an inverse. */
function inverseOf(random: RandomStream): Draft | undefined {
  const m = random.integer(11, 97)
  const a = random.integer(3, m - 2)
  if (!areCoprime(a, m)) return undefined
  const value = inverse(a, m)
  const times = (a * value - 1) / m
  return wholeProblem({
    question: word(random, INVERSE_QUESTIONS, { a, m, top: m - 1 }),
    facts: { type: 'congruence', a, b: 1, m },
    value,
    lines: [...euclidLines(m, a), `Going back up: ${a} × ${value} = ${times} × ${m} + 1.`],
    mistakes: [
      [m - value, NEGATIVE],
      [m - a, 'The number that adds up to the modulus was given: that is the negative.'],
      [(value + 1) % m, 'The result is one off.'],
      [Math.floor(m / a), 'Only the first quotient of the division was given.'],
    ],
  })
}

/** The divisions with remainder of Euclid's algorithm. */
function euclidLines(larger: number, smaller: number): string[] {
  const lines: string[] = []
  for (let [high, low] = [larger, smaller]; low > 0; [high, low] = [low, high % low]) {
    lines.push(`${high} = ${Math.floor(high / low)} × ${low} + ${high % low}`)
    if (high % low === 1) break
  }
  return lines
}

/** Level 4: a linear congruence. */
function congruence(random: RandomStream): Draft | undefined {
  const m = random.integer(11, 60)
  const [a, b] = [random.integer(2, m - 1), random.integer(2, m - 1)]
  if (!areCoprime(a, m)) return undefined
  const inverted = inverse(a, m)
  const value = (b * inverted) % m
  return wholeProblem({
    question: word(random, CONGRUENCE_QUESTIONS, { a, b, m, top: m - 1 }),
    facts: { type: 'congruence', a, b, m },
    value,
    lines: [
      `The inverse of ${a} modulo ${m} is ${inverted}, since ${a} × ${inverted} = ${a * inverted}.`,
      `x ≡ ${b} × ${inverted} = ${b * inverted} ≡ ${value} (mod ${m}).`,
    ],
    mistakes: [
      [(a * b) % m, 'Both sides were multiplied by the coefficient instead of its inverse.'],
      [inverted, 'The inverse was given without multiplying it by the right side.'],
      [modulo(-value, m), NEGATIVE],
      [modulo(b - a, m), 'The coefficient was subtracted where it had to be inverted.'],
    ],
  })
}

/** Level 5: a number with given remainders. */
function remainders(random: RandomStream): Draft | undefined {
  const moduli = random.sample([3, 4, 5, 7, 8, 9, 11, 13, 16, 17], random.integer(2, 3))
  const coprime = moduli.every((left, index) =>
    moduli.slice(index + 1).every((right) => areCoprime(left, right)),
  )
  if (!coprime) return undefined
  const rests = moduli.map((modulus) => random.integer(1, modulus - 1))
  const remainderTexts = moduli.map(
    (modulus, index) => `remainder ${rests[index]} on division by ${modulus}`,
  )
  let [value, step] = [rests[0] as number, moduli[0] as number]
  const first = value
  const lines = [`Division by ${step} leaves ${value} for ${value}, ${value + step}, and so on.`]
  let early = value
  moduli.slice(1).forEach((modulus, index) => {
    const rest = rests[index + 1] as number
    const times = modulo((rest - value) * inverse(step, modulus), modulus)
    early = value
    lines.push(
      `${value} + ${step}t leaves ${rest} on division by ${modulus} for t = ${times}: ` +
        `${value + step * times}. From there in steps of ${step * modulus}.`,
    )
    value += step * times
    step *= modulus
  })
  const list = `${remainderTexts.slice(0, -1).join(', ')} and ${remainderTexts.at(-1)}`
  return wholeProblem({
    question: word(random, REMAINDERS_QUESTIONS, { list }),
    facts: { type: 'remainders', moduli, rests },
    value,
    lines,
    mistakes: [
      [early, 'The last of the conditions was left out.'],
      [rests.reduce((sum, rest) => sum + rest, 0), 'The remainders were simply added.'],
      [step - value, NEGATIVE],
      [value + step, 'It fits all conditions, but there is a smaller such number.'],
      [moduli.reduce((all, modulus) => all * modulus, 1) + first, 'Only the first remainder fits.'],
    ],
  })
}

const SMALL_PRIMES = [7, 11, 13, 17, 19, 23, 29, 31]

/** Level 5: the remainder of a tower of powers, modulo a prime. */
function tower(random: RandomStream): Draft | undefined {
  const m = random.pick(SMALL_PRIMES)
  const [a, b, c] = [random.integer(2, 40), random.integer(2, 12), random.integer(3, 40)]
  if (a % m < 2) return undefined
  const exponent = power(b, c, m - 1)
  const value = power(a, exponent, m)
  if (value === 1) return undefined
  return wholeProblem({
    question: word(random, TOWER_QUESTIONS, { a, b, c, m }),
    facts: { type: 'tower', a, b, c, m },
    value,
    lines: [
      `${m} is prime, so the exponent counts modulo ${m - 1}.`,
      `${b}^${c} leaves ${exponent} on division by ${m - 1}.`,
      `${a}^${exponent} leaves ${value} on division by ${m}.`,
    ],
    mistakes: [
      [power(a, power(b, c, m), m), EXPONENT_REDUCED],
      [power(power(a, b, m), c, m), 'The tower was read as a power of a power, from below.'],
      [power(a, exponent + 1, m), EXPONENT_LATE],
      [(a * exponent) % m, TIMES_EXPONENT],
      [exponent, 'The remainder of the exponent was given.'],
    ],
  })
}

/** Remainders, powers, inverses and simultaneous congruences. */
export const modular: Family = {
  name: 'modular_arithmetic',
  form: 'number',
  makers: {
    1: [remainder],
    2: [powerRemainder, lastDigit],
    3: [powerRemainder],
    4: [inverseOf, congruence],
    5: [remainders, tower],
  },
}
