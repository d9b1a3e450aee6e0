import { greatestCommonDivisor } from '../../../rational.ts'
import { type ChainOperation, slip } from '../operation.ts'

const common = (left: number, right: number): number =>
  Number(greatestCommonDivisor(BigInt(left), BigInt(right)))

/** The divisors of a number from 1 to itself. */
const divisorsOf = (value: number): number[] => {
  const small: number[] = []
  const large: number[] = []
  for (let each = 1; each * each <= value; each++) {
    if (value % each !== 0) continue
    small.push(each)
    if (each * each !== value) large.unshift(value / each)
  }
  return [...small, ...large]
}

const isPrime = (value: number): boolean => value > 1 && divisorsOf(value).length === 2

const countUpTo = (value: number, fits: (each: number) => boolean): number => {
  let count = 0
  for (let each = 1; each <= value; each++) if (fits(each)) count += 1
  return count
}

const digitsOf = (value: number, base = 10): number[] =>
  value < base ? [value] : [...digitsOf(Math.floor(value / base), base), value % base]

const sumOf = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0)

const primesOf = (value: number): number[] => divisorsOf(value).filter(isPrime)

/** The limit of steps that count one by one. */
const COUNTED_MAX = 500
const within = (value: number, most: number, result: () => number): number =>
  Number.isInteger(value) && value > 0 && value <= most ? result() : Number.NaN

/** Divisors, primes, digits and remainders. */
export const WHOLE_NUMBERS = {
  divisor_count: {
    apply: (value) => within(value, 100_000, () => divisorsOf(value).length),
    equation: (value, _, __, after) => `${value} has ${after} positive divisors`,
    slips: [
      slip('The number itself, and one, are divisors too.', (v) => divisorsOf(v).length - 2),
      slip('The primes were counted and not all divisors.', (value) => primesOf(value).length),
    ],
  },
  divisor_sum: {
    apply: (value) => within(value, 5_000, () => sumOf(divisorsOf(value))),
    equation: (value, _, __, after) => `${divisorsOf(value).join(' + ')} = ${after}`,
    slips: [
      slip('The number itself is one of its divisors.', (v) => sumOf(divisorsOf(v)) - v),
      slip('The divisor one was forgotten.', (value) => sumOf(divisorsOf(value)) - 1),
    ],
  },
  largest_prime: {
    apply: (value) => within(value, 100_000, () => primesOf(value).at(-1) ?? Number.NaN),
    equation: (value, _, __, after) => `${after} × ${value / after} = ${value}`,
    slips: [
      slip('The smallest prime was taken, not the largest.', (v) => primesOf(v)[0] ?? Number.NaN),
      slip('The largest divisor below a number need not be prime.', (value) =>
        isPrime(value) ? Number.NaN : (divisorsOf(value).at(-2) ?? Number.NaN),
      ),
    ],
  },
  prime_count: {
    apply: (value) => within(value, COUNTED_MAX, () => countUpTo(value, isPrime)),
    equation: (value, _, __, after) => `${after} primes are at most ${value}`,
    slips: [slip('One is not a prime.', (value) => countUpTo(value, isPrime) + 1)],
  },
  coprime_count: {
    apply: (value) =>
      within(value, COUNTED_MAX, () => countUpTo(value, (each) => common(each, value) === 1)),
    equation: (value, _, __, after) => `${after} of them have no divisor in common with ${value}`,
    slips: [
      slip(
        'Numbers were counted that divide it, not those that share nothing.',
        (value) => divisorsOf(value).length,
      ),
      slip('Those that share a divisor were counted.', (value) =>
        countUpTo(value, (each) => common(each, value) > 1),
      ),
    ],
  },
  multiple_count: {
    apply: (value, a) => Math.floor(value / a),
    equation: (value, a, _, after) => `${after} multiples of ${a} are at most ${value}`,
    slips: [
      slip('Zero was counted as well.', (value, a) => Math.floor(value / a) + 1),
      slip('The rest of the division was taken.', (value, a) => value % a),
    ],
  },
  common_divisor: {
    apply: (value, a) => common(value, a),
    equation: (value, a, _, after) => `${after} divides ${value} and ${a}, and nothing larger does`,
    slips: [
      slip('The least common multiple was taken.', (v, a) => (v * a) / common(v, a)),
      slip('A common divisor was taken, but not the greatest.', (value, a) =>
        common(value, a) % 2 === 0 ? common(value, a) / 2 : Number.NaN,
      ),
    ],
  },
  common_multiple: {
    apply: (value, a) => (value * a) / common(value, a),
    equation: (value, a, _, after) => `${value} × ${a} / ${common(value, a)} = ${after}`,
    slips: [
      slip('The product is a common multiple, but not the least.', (value, a) => value * a),
      slip('The greatest common divisor was taken.', (value, a) => common(value, a)),
    ],
  },
  digit_sum: {
    apply: (value) => sumOf(digitsOf(value)),
    equation: (value, _, __, after) => `${digitsOf(value).join(' + ')} = ${after}`,
    slips: [
      slip('The digits were counted and not added.', (value) => digitsOf(value).length),
      slip('The first digit was left out.', (value) => sumOf(digitsOf(value).slice(1))),
    ],
  },
  base_digit_sum: {
    apply: (value, a) => sumOf(digitsOf(value, a)),
    equation: (value, a, _, after) => `${digitsOf(value, a).join(' + ')} = ${after}`,
    slips: [
      slip('The digits in base ten were added.', (value) => sumOf(digitsOf(value))),
      slip('The digits were counted and not added.', (value, a) => digitsOf(value, a).length),
    ],
  },
  triangular: {
    apply: (value) => (value * (value + 1)) / 2,
    equation: (value, _, __, after) => `${value} × ${value + 1} / 2 = ${after}`,
    slips: [
      slip('The last number was left out of the sum.', (value) => (value * (value - 1)) / 2),
      slip('The sum was not halved.', (value) => value * (value + 1)),
    ],
  },
  next_multiple: {
    apply: (value, a) => (Math.floor(value / a) + 1) * a,
    equation: (value, a, _, after) => `${Math.floor(value / a) + 1} × ${a} = ${after}`,
    slips: [
      slip('The multiple below was taken, not the one above.', (v, a) => Math.floor(v / a) * a),
      slip('How many times it fits was given.', (value, a) => Math.floor(value / a) + 1),
    ],
  },
} as const satisfies Readonly<Record<string, ChainOperation>>
