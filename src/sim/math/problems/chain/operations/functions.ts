import { type ChainOperation, slip } from '../operation.ts'

const ENDS = 'An end was counted although the inequality is strict.'

/**
 * Values of functions, solutions of equations, and counts of numbers that satisfy an inequality.
 */
export const FUNCTIONS = {
  linear_up: {
    apply: (x, a, b) => a * x + b,
    equation: (x, a, b, after) => `${a} × ${x} + ${b} = ${after}`,
    slips: [
      slip('The constant was multiplied as well.', (x, a, b) => a * (x + b)),
      slip('The constant was subtracted instead of added.', (x, a, b) => a * x - b),
    ],
  },
  linear_down: {
    apply: (x, a, b) => a * x - b,
    equation: (x, a, b, after) => `${a} × ${x} - ${b} = ${after}`,
    slips: [
      slip('The constant was multiplied as well.', (x, a, b) => a * (x - b)),
      slip('The constant was added instead of subtracted.', (x, a, b) => a * x + b),
    ],
  },
  quadratic: {
    apply: (x, a, b) => x * x - a * x + b,
    equation: (x, a, b, after) => `${x} × ${x} - ${a} × ${x} + ${b} = ${after}`,
    slips: [
      slip('The linear term was added instead of subtracted.', (x, a, b) => x * x + a * x + b),
      slip('The value was doubled instead of squared.', (x, a, b) => 2 * x - a * x + b),
    ],
  },
  preimage: {
    apply: (y, a, b) => (y - b) / a,
    equation: (y, a, b, after) => `(${y} - ${b}) / ${a} = ${after}`,
    slips: [
      slip('The function was applied and not undone.', (y, a, b) => a * y + b),
      slip('The constant was added instead of taken away.', (y, a, b) => (y + b) / a),
      slip('Dividing came before the constant was taken away.', (y, a, b) => y / a - b),
    ],
  },
  larger_root: {
    apply: (y, a) => a + y,
    equation: (y, a, _, after) => `${a} + ${y} = ${after}`,
    slips: [slip('The smaller solution was taken.', (y, a) => a - y)],
  },
  within_distance: {
    apply: (y) => 2 * y - 1,
    equation: (y, _, __, after) => `2 × ${y} - 1 = ${after}`,
    slips: [
      slip(ENDS, (y) => 2 * y + 1),
      slip('Only the numbers on one side were counted.', (y) => y - 1),
    ],
  },
  below_line: {
    apply: (y, a, b) => Math.ceil((y - b) / a) - 1,
    equation: (y, a, b, after) => `${a} × ${after} + ${b} = ${a * after + b}, which is below ${y}`,
    slips: [
      slip(ENDS, (y, a, b) => ((y - b) % a === 0 ? (y - b) / a : Number.NaN)),
      slip('The constant was added to the bound.', (y, a, b) => Math.ceil((y + b) / a) - 1),
      slip('Zero is not positive.', (y, a, b) => Math.ceil((y - b) / a)),
    ],
  },
  below_square: {
    apply: (y) => 2 * Math.ceil(Math.sqrt(y)) - 1,
    equation: (y, _, __, after) =>
      `${(after - 1) / 2} × ${(after - 1) / 2} = ${((after - 1) / 2) ** 2}, which is below ${y}`,
    slips: [
      slip('Negative numbers have squares too.', (y) => Math.ceil(Math.sqrt(y))),
      slip('Zero was forgotten.', (y) => 2 * Math.ceil(Math.sqrt(y)) - 2),
    ],
  },
} as const satisfies Readonly<Record<string, ChainOperation>>
