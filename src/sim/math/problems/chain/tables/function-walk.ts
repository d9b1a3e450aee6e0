import { bare, move, quantity, type Setting, twoNumberStep } from '../setting.ts'

const at = 'value'

/** Values that pass through functions, equations and inequalities. */
export const FUNCTION_WALK: Setting = {
  name: 'function walk',
  start: {
    at,
    n: [3, 40],
    sentences: [
      'Let the first value be {n}.',
      '{name} begins with the value {n}.',
      'The first value is {n}.',
    ],
  },
  quantities: {
    value: quantity(
      'Value',
      'What is the last value?',
      'What value comes out in the end?',
      'Find the final value.',
    ),
  },
  moves: [
    twoNumberStep(
      at,
      at,
      'linear_up',
      [
        [2, 9],
        [2, 30],
      ],
      'Put the value into $f(x) = {a}x + {b}$ to get the next one.',
      'The next value is $f(v)$, where $v$ is the value so far and $f(x) = {a}x + {b}$.',
    ),
    twoNumberStep(
      at,
      at,
      'linear_down',
      [
        [2, 9],
        [2, 30],
      ],
      'Put the value into $g(x) = {a}x - {b}$ to get the next one.',
    ),
    twoNumberStep(
      at,
      at,
      'quadratic',
      [
        [2, 12],
        [3, 30],
      ],
      'Put the value into $h(x) = x^2 - {a}x + {b}$ to get the next one.',
      'The next value is that of $x^2 - {a}x + {b}$ where $x$ is the value so far.',
    ),
    twoNumberStep(
      at,
      at,
      'preimage',
      [
        [2, 9],
        [2, 40],
      ],
      'The next value is the $x$ for which $p(x) = {a}x + {b}$ equals the value so far.',
      'Solve $v = {a}x + {b}$ for $x$, where $v$ is the value so far; the solution is the next value.',
    ),
    move(
      at,
      at,
      'larger_root',
      [5, 90],
      'The next value is the larger solution of $|x - {a}| = v$, where $v$ is the value so far.',
    ),
    bare(
      at,
      at,
      'within_distance',
      'The next value is how many integers $x$ satisfy $|x| < v$, where $v$ is the value so far.',
    ),
    twoNumberStep(
      at,
      at,
      'below_line',
      [
        [2, 9],
        [2, 30],
      ],
      'The next value is how many positive integers $x$ satisfy $v > {a}x + {b}$, where $v$ is the value so far.',
    ),
    bare(
      at,
      at,
      'below_square',
      'Count the integers whose square is less than the value so far; this count is the next value.',
    ),
    move(at, at, 'from', [60, 900, 10], 'Subtract the value from {a} to get the next one.'),
    move(at, at, 'minus', [3, 60], 'Make the value smaller by {a}.'),
  ],
  asides: [],
}
