import { type ChainOperation, slip } from '../operation.ts'

const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1))

const ordered = (n: number, k: number): number => {
  let ways = 1
  for (let taken = 0; taken < k; taken++) ways *= n - taken
  return ways
}

const choose = (n: number, k: number): number =>
  k < 0 || k > n ? 0 : Math.round(ordered(n, k) / factorial(k))

const ORDER = 'The order was counted although it does not matter.'
const NO_ORDER = 'The order matters, and was not counted.'
const CROWD_MAX = 24
const among = (n: number, k: number, ways: () => number): number =>
  Number.isInteger(n) && n >= k && n <= CROWD_MAX ? ways() : Number.NaN

/** Counts of ways to choose and arrange people. */
export const COUNTING = {
  choose: {
    apply: (n, a) => among(n, a, () => choose(n, a)),
    equation: (n, a, _, after) => `${ordered(n, a)} / ${factorial(a)} = ${after}`,
    slips: [
      slip(ORDER, (n, a) => ordered(n, a)),
      slip('Somebody was allowed to be chosen twice.', (n, a) => n ** a),
    ],
  },
  choose_with: {
    apply: (n, a) => among(n, a, () => choose(n - 1, a - 1)),
    equation: (n, a, _, after) => `${ordered(n - 1, a - 1)} / ${factorial(a - 1)} = ${after}`,
    slips: [
      slip('The condition was left out.', (n, a) => choose(n, a)),
      slip('The one who is in for certain was chosen once more.', (n, a) => choose(n - 1, a)),
    ],
  },
  choose_apart: {
    apply: (n, a) => among(n, a, () => choose(n, a) - choose(n - 2, a - 2)),
    equation: (n, a, _, after) => `${choose(n, a)} - ${choose(n - 2, a - 2)} = ${after}`,
    slips: [
      slip('The condition was left out.', (n, a) => choose(n, a)),
      slip('Both were kept out, although one of them may be in.', (n, a) => choose(n - 2, a)),
    ],
  },
  ranked: {
    apply: (n, a) => among(n, a, () => ordered(n, a)),
    equation: (n, a, _, after) =>
      `${Array.from({ length: a }, (__, index) => n - index).join(' × ')} = ${after}`,
    slips: [
      slip(NO_ORDER, (n, a) => choose(n, a)),
      slip('Somebody was allowed two places.', (n, a) => n ** a),
    ],
  },
  in_a_row: {
    apply: (n) => (n <= 9 ? factorial(n) : Number.NaN),
    equation: (n, _, __, after) =>
      `${Array.from({ length: n }, (___, index) => n - index).join(' × ')} = ${after}`,
    slips: [
      slip('A row is not a ring: it has a beginning.', (n) => factorial(n - 1)),
      slip('Every place was filled as if nobody had sat down yet.', (n) => n ** n),
    ],
  },
  side_by_side: {
    apply: (n) => (n <= 9 ? 2 * factorial(n - 1) : Number.NaN),
    equation: (n, _, __, after) =>
      `2 × ${Array.from({ length: n - 1 }, (___, index) => n - 1 - index).join(' × ')} = ${after}`,
    slips: [
      slip('The two can change places with each other.', (n) => factorial(n - 1)),
      slip('The condition was left out.', (n) => factorial(n)),
    ],
  },
} as const satisfies Readonly<Record<string, ChainOperation>>
