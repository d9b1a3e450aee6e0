import { bare, move, quantity, type Setting } from '../setting.ts'

const at = 'number'

/** Steps from number to number by their divisors and digits. */
export const NUMBER_WALK: Setting = {
  name: 'number walk',
  start: {
    at,
    n: [60, 4000],
    sentences: ['Start with {n}.', '{name} writes down {n}.', 'Take the number {n}.'],
  },
  quantities: {
    number: quantity(
      'Number',
      'What number is that?',
      'Which number do you have now?',
      'What is the result?',
    ),
  },
  moves: [
    bare(
      at,
      at,
      'divisor_count',
      'Replace the number by how many positive divisors it has.',
      'Count its positive divisors and go on with that count.',
    ),
    bare(
      at,
      at,
      'divisor_sum',
      'Replace the number by the sum of all its positive divisors.',
      'Add up all its positive divisors, itself among them.',
    ),
    bare(
      at,
      at,
      'largest_prime',
      'Go on with the largest prime that divides it.',
      'Replace it by its largest prime factor.',
    ),
    bare(
      at,
      at,
      'prime_count',
      'Count the primes up to and including it, and go on with that count.',
    ),
    bare(
      at,
      at,
      'coprime_count',
      'Count the numbers from one up to it that share no divisor with it except one, and go on with that count.',
    ),
    move(
      at,
      at,
      'multiple_count',
      [3, 19],
      'Count the positive multiples of {a} that are not larger, and go on with that count.',
    ),
    move(
      at,
      at,
      'common_divisor',
      [12, 360, 6],
      'Go on with the greatest common divisor of it and {a}.',
      'Replace it by the greatest number that divides both it and {a}.',
    ),
    move(
      at,
      at,
      'common_multiple',
      [6, 60],
      'Go on with the least common multiple of it and {a}.',
      'Replace it by the smallest positive number that both it and {a} divide.',
    ),
    bare(
      at,
      at,
      'digit_sum',
      'Add its digits, and go on with that sum.',
      'Replace it by the sum of its digits.',
    ),
    move(
      at,
      at,
      'base_digit_sum',
      [2, 7],
      'Write it in base {a}, add the digits, and go on with that sum.',
    ),
    bare(at, at, 'triangular', 'Add all whole numbers from one up to it, and go on with the sum.'),
    move(
      at,
      at,
      'next_multiple',
      [7, 90],
      'Go on with the smallest multiple of {a} that is larger.',
    ),
    move(
      at,
      at,
      'left_over',
      [11, 97],
      'Divide it by {a} and go on with the remainder.',
      'Replace it by its remainder on division by {a}.',
    ),
    bare(at, at, 'square_area', 'Square it.', 'Multiply it by itself.'),
    move(at, at, 'plus', [7, 120], 'Add {a}.', 'Make it larger by {a}.'),
    move(at, at, 'times', [3, 15], 'Multiply it by {a}.'),
  ],
  asides: [],
}
