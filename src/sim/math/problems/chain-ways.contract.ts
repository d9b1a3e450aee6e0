/** Recomputes each step of a chain by another method: counting, trial and addition. */

type Way = (value: number, a: number, b: number) => number

const numbersTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1)
const firstFrom = (start: number, fits: (value: number) => boolean): number => {
  for (let value = start; value < start + 2_000_000; value++) if (fits(value)) return value
  throw new Error('no number fits')
}
const first = (fits: (value: number) => boolean): number => firstFrom(0, fits)
const dividesBoth = (each: number, a: number, b: number): boolean =>
  a % each === 0 && b % each === 0
const largestShared = (a: number, b: number): number =>
  Math.max(...numbersTo(Math.min(a, b)).filter((each) => dividesBoth(each, a, b)))
const factorsOf = (value: number): number[] =>
  numbersTo(value).filter((each) => Number.isInteger(value / each))
const isPrime = (value: number): boolean => factorsOf(value).length === 2

/** The number of valid ways to choose `k` of the people 0 to n - 1, ordered or not. */
function countSelections(
  n: number,
  k: number,
  isOrdered: boolean,
  fits: (taken: readonly number[]) => boolean = () => true,
): number {
  const taken: number[] = []
  const go = (): number => {
    if (taken.length === k) return fits(taken) ? 1 : 0
    let count = 0
    for (let person = isOrdered ? 0 : (taken.at(-1) ?? -1) + 1; person < n; person++) {
      if (taken.includes(person)) continue
      taken.push(person)
      count += go()
      taken.pop()
    }
    return count
  }
  return go()
}

const ARITHMETIC: Readonly<Record<string, Way>> = {
  times: (value, a) => numbersTo(a).reduce((sum) => sum + value, 0),
  over: (value, a) => first((result) => result * a === value),
  plus: (value, a) => value - -a,
  minus: (value, a) => first((result) => result + a === value),
  from: (value, a) => first((result) => result + value === a),
  percent_off: (value, a) => first((result) => result * 100 === value * 100 - value * a),
  percent_more: (value, a) => firstFrom(value, (each) => each * 100 === value * 100 + value * a),
  percent_of: (value, a) => first((result) => result * 100 === value * a),
  part_off: (value, a, b) => value - (value / b) * a,
  part_of: (value, a, b) => (value / b) * a,
  left_over: (value, a) => first((rest) => (value - rest) % a === 0),
  filled_up: (value, a) => first((count) => count * a >= value),
  hours_to_minutes: (value) => numbersTo(60).reduce((sum) => sum + value, 0),
  minutes_to_hours: (value) => first((hours) => hours * 60 === value),
}

const GEOMETRY: Readonly<Record<string, Way>> = {
  square_area: (side) => numbersTo(side).reduce((sum) => sum + side, 0),
  square_perimeter: (side) => side + side + side + side,
  square_side: (area) => first((side) => side * side === area),
  rectangle_perimeter: (side, a) => side + a + side + a,
  rectangle_side: (perimeter, a) => first((side) => side + a + side + a === perimeter),
  hypotenuse: (leg, a) => first((side) => side ** 2 === leg ** 2 + a ** 2),
  leg: (leg, a) => first((side) => side ** 2 + leg ** 2 === a ** 2),
  triangle_area: (base, a) => first((area) => area + area === base * a),
  triangle_height: (area, a) => first((height) => height * a === area + area),
  scaled_area: (area, a) => numbersTo(a * a).reduce((sum) => sum + area, 0),
  cube_volume: (edge) => edge * edge * edge,
  cube_surface: (edge) => numbersTo(6).reduce((sum) => sum + edge ** 2, 0),
}

const WHOLE_NUMBERS: Readonly<Record<string, Way>> = {
  divisor_count: (value) => factorsOf(value).length,
  divisor_sum: (value) => factorsOf(value).reduce((sum, each) => sum + each, 0),
  largest_prime: (value) => Math.max(...factorsOf(value).filter(isPrime)),
  prime_count: (value) => numbersTo(value).filter(isPrime).length,
  coprime_count: (value) =>
    numbersTo(value).filter((each) => largestShared(each, value) === 1).length,
  multiple_count: (value, a) => numbersTo(value).filter((each) => each % a === 0).length,
  common_divisor: (value, a) => largestShared(value, a),
  common_multiple: (value, a) => firstFrom(1, (each) => each % value === 0 && each % a === 0),
  digit_sum: (value) => [...String(value)].reduce((sum, digit) => sum + Number(digit), 0),
  base_digit_sum: (value, a) =>
    [...value.toString(a)].reduce((sum, digit) => sum + Number(digit), 0),
  triangular: (value) => numbersTo(value).reduce((sum, each) => sum + each, 0),
  next_multiple: (value, a) => firstFrom(value + 1, (each) => each % a === 0),
}

const FUNCTIONS: Readonly<Record<string, Way>> = {
  linear_up: (x, a, b) => b + numbersTo(a).reduce((sum) => sum + x, 0),
  linear_down: (x, a, b) => numbersTo(a).reduce((sum) => sum + x, 0) - b,
  quadratic: (x, a, b) => (x - a) * x + b,
  preimage: (y, a, b) => first((x) => a * x + b === y),
  larger_root: (y, a) => firstFrom(a, (x) => Math.abs(x - a) === y),
  within_distance: (y) => [...numbersTo(y - 1), ...numbersTo(y - 1), 0].length,
  below_line: (y, a, b) => numbersTo(y).filter((x) => a * x + b < y).length,
  below_square: (y) => numbersTo(2 * y + 1).filter((x) => (x - y - 1) ** 2 < y).length,
}

const COUNTING: Readonly<Record<string, Way>> = {
  choose: (n, a) => countSelections(n, a, false),
  choose_with: (n, a) => countSelections(n, a, false, (taken) => taken.includes(0)),
  choose_apart: (n, a) =>
    countSelections(n, a, false, (taken) => !(taken.includes(0) && taken.includes(1))),
  ranked: (n, a) => countSelections(n, a, true),
  in_a_row: (n) => countSelections(n, n, true),
  side_by_side: (n) =>
    countSelections(n, n, true, (row) => Math.abs(row.indexOf(0) - row.indexOf(1)) === 1),
}

const known = new Map<string, number>()

const WAYS: Readonly<Record<string, Way>> = {
  ...ARITHMETIC,
  ...GEOMETRY,
  ...WHOLE_NUMBERS,
  ...FUNCTIONS,
  ...COUNTING,
}

/** How many numbers of its own a step has. */
const BARE = new Set([
  ...['hours_to_minutes', 'minutes_to_hours', 'square_area', 'square_perimeter', 'square_side'],
  ...['cube_volume', 'cube_surface', 'divisor_count', 'divisor_sum', 'largest_prime'],
  ...['prime_count', 'coprime_count', 'digit_sum', 'triangular', 'within_distance'],
  ...['below_square', 'in_a_row', 'side_by_side'],
])
const PAIRED = new Set([
  'part_off',
  'part_of',
  'linear_up',
  'linear_down',
  'quadratic',
  'preimage',
  'below_line',
])

/** The result of a chain of steps. */
export function walkChain(by: string, start: number, numbers: readonly number[]): number {
  let at = 0
  return by.split(' ').reduce((value, name) => {
    const way = WAYS[name]
    if (way === undefined) throw new Error(`no other way to do ${name}`)
    const count = BARE.has(name) ? 0 : PAIRED.has(name) ? 2 : 1
    const [a = 1, b = 1] = numbers.slice(at, at + count)
    at += count
    const key = `${name} ${value} ${a} ${b}`
    const result = known.get(key) ?? way(value, a, b)
    known.set(key, result)
    return result
  }, start)
}
