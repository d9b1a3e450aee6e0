import type { RandomStream } from '../../random.ts'
import { cents, items, longs, repeating } from '../draws.ts'
import { problem, topic } from '../problem.ts'

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b))

const isPrime = (n: number): boolean => {
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false
  return n > 1
}

/** A prime, a product of two primes, or any number; about half are primes. */
function primeOrProduct(random: RandomStream): number {
  const primeFrom = (low: number, high: number): number => {
    let n = random.integer(low, high)
    while (!isPrime(n)) n += 1
    return n
  }
  const small = primeFrom(2, 60)
  return random.pick([
    primeFrom(2, 200),
    primeFrom(200, 9_000),
    small * random.pick([small, primeFrom(2, 60)]),
    random.integer(2, 9_000),
  ])
}

export const ARITHMETIC = topic('arithmetic', [
  problem({
    id: 'sum-of-squares',
    level: 1,
    statement: 'Give the sum of the squares of the numbers.',
    takes: { numbers: 'long list' },
    gives: 'long',
    draw: (random) => [longs(random, [2, 9], [-20, 20])],
    edges: [[[]], [[7]]],
    reference: (numbers) => numbers.reduce((sum, one) => sum + one * one, 0),
    solution: 'solve:{[numbers] sum numbers*numbers}',
    wrong: 'solve:{[numbers] s*s:sum numbers}',
  }),
  problem({
    id: 'digit-sum',
    level: 1,
    statement: 'Give the sum of the decimal digits of a number that may be negative.',
    takes: { n: 'long' },
    gives: 'long',
    draw: (random) => [random.integer(-99_999, 9_999_999)],
    edges: [[0], [-705]],
    reference: (n) => [...String(Math.abs(n))].reduce((sum, digit) => sum + Number(digit), 0),
    solution: 'solve:{[n] n:abs n;s:0;while[n>0;s+:n mod 10;n:n div 10];s}',
    wrong: 'solve:{[n] s:0;while[n>0;s+:n mod 10;n:n div 10];s}',
  }),
  problem({
    id: 'greatest-common-divisor',
    level: 1,
    statement: 'Give the greatest common divisor of two positive numbers.',
    takes: { a: 'long', b: 'long' },
    gives: 'long',
    draw: (random) => {
      const common = random.pick([1, random.integer(1, 40)])
      return [common * random.integer(1, 60), common * random.integer(1, 60)]
    },
    edges: [
      [1, 2],
      [2, 1],
      [36, 12],
    ],
    reference: (a, b) => greatestDivisor(a, b),
    solution: 'solve:{[a;b] while[b>0;t:b;b:a mod b;a:t];a}',
    wrong: 'solve:{[a;b] d:a&b;while[(0<a mod d)and 0<b mod d;d-:1];d}',
  }),
  problem({
    id: 'is-prime',
    level: 1,
    statement: 'Tell whether a number is prime. Numbers below 2 are not.',
    takes: { n: 'long' },
    gives: 'boolean',
    draw: (random) => [primeOrProduct(random)],
    edges: [[0], [1], [2], [4], [49], [97]],
    reference: (n) => isPrime(n),
    solution: 'solve:{[n] $[n<2;0b;all 0<n mod 2_til 1+floor sqrt n]}',
    wrong: 'solve:{[n] all 0<n mod 2_til n}',
  }),
  problem({
    id: 'collatz-steps',
    level: 2,
    statement:
      'An even number is halved, an odd one is tripled and raised by 1. Give how many such steps ' +
      'lead from n to 1.',
    takes: { n: 'long' },
    gives: 'long',
    draw: (random) => [random.integer(2, 9000)],
    edges: [[1], [27]],
    reference: (n) => {
      let [left, steps] = [n, 0]
      for (; left !== 1; steps++) left = left % 2 === 0 ? left / 2 : 3 * left + 1
      return steps
    },
    solution: 'solve:{[n] c:0;while[n>1;n:$[0=n mod 2;n div 2;1+3*n];c+:1];c}',
    wrong: 'solve:{[n] c:1;while[n>1;n:$[0=n mod 2;n div 2;1+3*n];c+:1];c}',
  }),
  problem({
    id: 'count-divisors',
    level: 1,
    statement: 'Give how many positive numbers divide n, 1 and n among them.',
    takes: { n: 'long' },
    gives: 'long',
    draw: (random) => [random.integer(2, 2000)],
    edges: [[1], [2], [360]],
    reference: (n) => upTo(n).filter((one) => n % (one + 1) === 0).length,
    solution: 'solve:{[n] count where 0=n mod 1+til n}',
    wrong: 'solve:{[n] count where 0=n mod 1+til n div 2}',
  }),
  problem({
    id: 'round-down-to-multiple',
    level: 1,
    statement: 'Give for each number the largest multiple of step that is not greater.',
    takes: { step: 'long', numbers: 'long list' },
    gives: 'long list',
    draw: (random) => [random.integer(2, 12), longs(random, [2, 8], [-50, 99])],
    edges: [[5, [-1, 0, 4, 5]]],
    reference: (step, numbers) => numbers.map((one) => step * Math.floor(one / step)),
    solution: 'solve:{[step;numbers] step xbar numbers}',
    wrong: 'solve:{[step;numbers] step*floor .5+numbers%step}',
  }),
  problem({
    id: 'to-fahrenheit',
    level: 1,
    statement: 'Turn temperatures from Celsius to Fahrenheit: times 1.8, plus 32.',
    takes: { celsius: 'float list' },
    gives: 'float list',
    draw: (random) => [
      repeating(
        random,
        items(random, [2, 6], () => random.integer(-80, 200) / 2),
      ),
    ],
    edges: [[[0, 100]]],
    reference: (celsius) => celsius.map((one) => one * 1.8 + 32),
    solution: 'solve:{[celsius] 32+1.8*celsius}',
    wrong: 'solve:{[celsius] 1.8*celsius+32}',
  }),
  problem({
    id: 'geometric-sum',
    level: 2,
    statement: 'Give a + a*r + a*r*r + ... with n terms, where n is at least 1.',
    takes: { a: 'long', r: 'long', n: 'long' },
    gives: 'long',
    draw: (random) => [random.integer(1, 99), random.integer(-4, 5), random.integer(2, 10)],
    edges: [
      [3, 0, 4],
      [2, 1, 5],
      [6, 3, 1],
    ],
    reference: (a, r, n) => upTo(n).reduce((sum, power) => sum + a * r ** power, 0),
    solution: 'solve:{[a;r;n] sum a*prds 1,(n-1)#r}',
    wrong: 'solve:{[a;r;n] a*(1-prd n#r)div 1-r}',
  }),
  problem({
    id: 'power-modulo',
    level: 3,
    statement:
      'Give base to the power of exponent, modulo m. The power itself may be far larger than a ' +
      'long; m is at most 1000000007.',
    takes: { base: 'long', exponent: 'long', m: 'long' },
    gives: 'long',
    draw: (random) => [
      random.integer(2, 1_000_000),
      random.integer(1, 100_000),
      random.pick([1_000_000_007, 998_244_353, 97, 1_000]),
    ],
    edges: [
      [2, 10, 1_000],
      [5, 0, 7],
      [9, 3, 1],
      [999_999, 99_999, 1_000_000_007],
    ],
    reference: (base, exponent, m) => {
      const modulo = BigInt(m)
      let result = 1n % modulo
      for (const bit of exponent.toString(2)) {
        result = (result * result * (bit === '1' ? BigInt(base) : 1n)) % modulo
      }
      return Number(result)
    },
    solution:
      'solve:{[base;exponent;m]\n  r:1 mod m;b:base mod m;e:exponent;\n' +
      '  while[e>0;if[1=e mod 2;r:(r*b)mod m];b:(b*b)mod m;e:e div 2];\n  r}',
    wrong: 'solve:{[base;exponent;m] (`long$base xexp exponent)mod m}',
  }),
  problem({
    id: 'least-common-multiple',
    level: 2,
    statement: 'Give the least common multiple of positive numbers.',
    takes: { numbers: 'long list' },
    gives: 'long',
    draw: (random) => [longs(random, [2, 5], [1, 24])],
    edges: [[[1]], [[4, 6]], [[6, 10, 15]]],
    reference: (numbers) =>
      numbers.reduce((all, one) => (all * one) / greatestDivisor(all, one), 1),
    solution:
      'gcd:{$[y=0;x;.z.s[y;x mod y]]}\n' + 'solve:{[numbers] {x*y div gcd[x;y]}/[1;numbers]}',
    wrong: 'solve:{[numbers] prd distinct numbers}',
  }),
  problem({
    id: 'clamp',
    level: 1,
    statement: 'Bring numbers into the range from low to high, both included.',
    takes: { low: 'long', high: 'long', numbers: 'long list' },
    gives: 'long list',
    draw: (random) => [
      random.integer(-10, 0),
      random.integer(1, 12),
      longs(random, [3, 9], [-25, 25]),
    ],
    edges: [[0, 0, [-1, 0, 1]]],
    reference: (low, high, numbers) => numbers.map((one) => Math.min(high, Math.max(low, one))),
    solution: 'solve:{[low;high;numbers] low|high&numbers}',
    wrong: 'solve:{[low;high;numbers] low&high|numbers}',
  }),
  problem({
    id: 'mean-absolute-deviation',
    level: 1,
    statement: 'Give the mean distance of the numbers from their mean.',
    takes: { numbers: 'float list' },
    gives: 'float',
    draw: (random) => [
      repeating(
        random,
        items(random, [2, 7], () => cents(random, -20, 20)),
      ),
    ],
    edges: [[[1, 3]], [[4.5]]],
    reference: (numbers) => {
      const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length
      return numbers.reduce((sum, one) => sum + Math.abs(one - mean), 0) / numbers.length
    },
    solution: 'solve:{[numbers] avg abs numbers-avg numbers}',
    wrong: 'solve:{[numbers] abs avg numbers-avg numbers}',
  }),
  problem({
    id: 'is-square-number',
    level: 1,
    statement: 'Tell for each number whether it is the square of a whole number.',
    takes: { numbers: 'long list' },
    gives: 'boolean list',
    draw: (random) => [
      items(random, [2, 8], () => random.integer(0, 60) ** 2 + random.pick([0, 0, 1, 2])),
    ],
    edges: [[[0, 1, 2, 3, 4]], [[-4, 16]]],
    reference: (numbers) => numbers.map((one) => Number.isInteger(Math.sqrt(one))),
    solution: 'solve:{[numbers] (numbers>=0)and numbers=r*r:floor .5+sqrt numbers|0}',
    wrong: 'solve:{[numbers] 0=(floor sqrt numbers)mod 2}',
  }),
  problem({
    id: 'weighted-mean',
    level: 1,
    statement: 'Give the mean of the values, each with its weight. The weights are positive.',
    takes: { weights: 'long list', values: 'float list' },
    gives: 'float',
    draw: (random) => {
      const size = random.integer(2, 6)
      return [
        longs(random, [size, size], [1, 9]),
        items(random, [size, size], () => cents(random, 0, 50)),
      ]
    },
    edges: [[[3], [2.5]]],
    reference: (weights, values) =>
      values.reduce((sum, one, index) => sum + one * (weights[index] ?? 0), 0) /
      weights.reduce((sum, one) => sum + one, 0),
    solution: 'solve:{[weights;values] sum[weights*values]%sum weights}',
    wrong: 'solve:{[weights;values] avg weights*values}',
  }),
  problem({
    id: 'digital-root',
    level: 2,
    statement: 'Add up the decimal digits of a number, and of that sum, until one digit is left.',
    takes: { n: 'long' },
    gives: 'long',
    draw: (random) => [random.integer(10, 99_999_999)],
    edges: [[0], [9], [99_999_999]],
    reference: (n) => (n === 0 ? 0 : 1 + ((n - 1) % 9)),
    solution: 'digits:{s:0;while[x>0;s+:x mod 10;x:x div 10];s}\nsolve:{[n] digits/[n]}',
    wrong: 'digits:{s:0;while[x>0;s+:x mod 10;x:x div 10];s}\nsolve:{[n] digits n}',
  }),
])

/** The whole numbers from 0 up to a count. */
function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}
