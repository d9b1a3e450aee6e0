import { digits, items, longs, repeating } from '../draws.ts'
import { upTo } from '../graph-draws.ts'
import { problem, topic } from '../problem.ts'
import { subsets } from '../subsets.ts'

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

function paths(grid: readonly (readonly number[])[], row = 0, column = 0): number {
  const cell = grid[row]?.[column]
  if (cell === undefined || cell === 1) return 0
  const last = row === grid.length - 1 && column === (grid[row]?.length ?? 0) - 1
  return last ? 1 : paths(grid, row + 1, column) + paths(grid, row, column + 1)
}

function cheapest(grid: readonly (readonly number[])[], row = 0, column = 0): number {
  const cell = grid[row]?.[column]
  if (cell === undefined) return Infinity
  const last = row === grid.length - 1 && column === (grid[row]?.length ?? 0) - 1
  return (
    cell + (last ? 0 : Math.min(cheapest(grid, row + 1, column), cheapest(grid, row, column + 1)))
  )
}

const ways = (amount: number, coins: readonly number[]): number => {
  const [coin, ...rest] = coins
  if (amount === 0) return 1
  if (coin === undefined || amount < 0) return 0
  return ways(amount - coin, coins) + ways(amount, rest)
}

const fewest = (amount: number, coins: readonly number[]): number =>
  amount === 0
    ? 0
    : Math.min(
        Infinity,
        ...coins.filter((c) => c <= amount).map((c) => 1 + fewest(amount - c, coins)),
      )

export const DYNAMIC_PROGRAMMING = topic('dynamic-programming', [
  problem({
    id: 'fewest-coins',
    level: 2,
    statement: 'Give the fewest coins that make up an amount, or -1 if none do.',
    takes: { amount: 'long', coins: 'long list' },
    gives: 'long',
    draw: (random) => [random.integer(1, 18), random.sample([2, 3, 5, 6, 7, 9], 3)],
    edges: [
      [0, [2, 5]],
      [3, [2, 5]],
      [12, [9, 6, 1]],
    ],
    reference: (amount, coins) => {
      const count = fewest(amount, coins)
      return count === Infinity ? -1 : count
    },
    solution:
      'solve:{[amount;coins] b:enlist 0;i:1;\n' +
      '  while[i<=amount;c:coins where coins<=i;b,:1+min 1000000,b i-c;i+:1];\n' +
      '  $[1000000>r:b amount;r;-1]}',
    wrong:
      'solve:{[amount;coins] n:0;a:amount;\n' +
      '  {[x] x}each coins;c:desc coins;i:0;\n' +
      '  while[i<count c;n+:a div c i;a:a mod c i;i+:1];$[a=0;n;-1]}',
  }),
  problem({
    id: 'ways-to-pay',
    level: 2,
    statement:
      'Give in how many ways an amount can be paid with coins of the given different values. The ' +
      'order of the coins does not matter.',
    takes: { amount: 'long', coins: 'long list' },
    gives: 'long',
    draw: (random) => [random.integer(3, 25), random.sample([1, 2, 3, 5, 7], 3)],
    edges: [
      [0, [2]],
      [4, [1, 2, 3]],
      [3, [2]],
    ],
    reference: (amount, coins) => ways(amount, coins),
    solution:
      'step:{[w;c] i:c;while[i<count w;w[i]:w[i]+w i-c;i+:1];w}\n' +
      'solve:{[amount;coins] last step/[1,amount#0;coins]}',
    wrong:
      'solve:{[amount;coins] w:enlist 1;i:1;\n' +
      '  while[i<=amount;w,:sum 0,w i-coins where coins<=i;i+:1];last w}',
  }),
  problem({
    id: 'knapsack',
    level: 3,
    statement:
      'Things have a weight and a value, each is there once. Give the largest total value that a ' +
      'bag carries whose weight must not exceed the capacity.',
    takes: { capacity: 'long', weights: 'long list', values: 'long list' },
    gives: 'long',
    draw: (random) => {
      const size = random.integer(2, 7)
      return [
        random.integer(3, 20),
        longs(random, [size, size], [1, 9]),
        longs(random, [size, size], [1, 30]),
      ]
    },
    edges: [
      [0, [1], [5]],
      [10, [6, 5, 5], [60, 45, 40]],
      [4, [2], [9]],
    ],
    reference: (capacity, weights, values) =>
      Math.max(
        ...subsets(weights)
          .filter((set) => sum(set.map((at) => weights[at] ?? 0)) <= capacity)
          .map((set) => sum(set.map((at) => values[at] ?? 0))),
      ),
    solution:
      'put:{[b;wv] w:wv 0;n:count b;$[w>=n;b;b|(w#0),wv[1]+(n-w)#b]}\n' +
      "solve:{[capacity;weights;values] last put/[(1+capacity)#0;weights,'values]}",
    wrong:
      'solve:{[capacity;weights;values] i:idesc values%weights;\n' +
      '  sum(values i)where capacity>=sums weights i}',
  }),
  problem({
    id: 'best-stretch',
    level: 2,
    statement: 'Give the largest sum of neighbouring numbers; at least one has to be taken.',
    takes: { numbers: 'long list' },
    gives: 'long',
    draw: (random) => [longs(random, [3, 10], [-9, 9])],
    edges: [[[-3]], [[-3, -1, -2]], [[2, -1, 3]]],
    reference: (numbers) =>
      Math.max(
        ...numbers.flatMap((_, from) =>
          numbers.slice(from).map((__, size) => sum(numbers.slice(from, from + size + 1))),
        ),
      ),
    solution: 'solve:{[numbers] max {y|x+y}\\[numbers]}',
    wrong: 'solve:{[numbers] max 0{0|x+y}\\numbers}',
  }),
  problem({
    id: 'not-two-neighbours',
    level: 2,
    statement: 'Give the largest sum of numbers of which no two are neighbours; 0 for none.',
    takes: { numbers: 'long list' },
    gives: 'long',
    draw: (random) => [longs(random, [3, 10], [0, 20])],
    edges: [[[]], [[5]], [[2, 9, 8, 1]], [[5, 1, 1, 5]]],
    reference: (numbers) =>
      Math.max(
        ...subsets(numbers)
          .filter((set) => set.every((at, i) => i === 0 || at - (set[i - 1] ?? 0) > 1))
          .map((set) => sum(set.map((at) => numbers[at] ?? 0))),
      ),
    solution: 'solve:{[numbers] max {(x 1;(x 1)|y+x 0)}/[0 0;numbers]}',
    wrong:
      'solve:{[numbers] i:til count numbers;max(sum numbers where 0=i mod 2;sum numbers where ' +
      '1=i mod 2)}',
  }),
  problem({
    id: 'climbing-stairs',
    level: 1,
    statement:
      'Give in how many ways one gets up n stairs in steps of 1, 2 or 3 without setting ' +
      'foot on a ' +
      'broken stair. Stairs are numbered from 1 to n; the last one may be broken too, and then ' +
      'there is no way.',
    takes: { n: 'long', broken: 'long list' },
    gives: 'long',
    draw: (random) => {
      const n = random.integer(4, 30)
      return [n, random.sample(upTo(n), random.integer(0, 3)).map((one) => one + 1)]
    },
    edges: [
      [0, []],
      [1, []],
      [3, []],
      [4, [4]],
    ],
    reference: (n, broken) => {
      const counts = [1]
      for (let at = 1; at <= n; at++) {
        counts.push(broken.includes(at) ? 0 : sum(counts.slice(Math.max(0, at - 3), at)))
      }
      return counts[n] ?? 0
    },
    solution: 'solve:{[n;broken] last{[b;w;i] (1_w),$[i in b;0;sum w]}[broken]/[0 0 1;1+til n]}',
    wrong: 'solve:{[n;broken] last n{(1_x),sum x}/0 0 1}',
  }),
  problem({
    id: 'paths-in-grid',
    level: 2,
    statement:
      'Give in how many ways one gets from the top left to the bottom right of a grid, moving ' +
      'right ' +
      'or down and never onto a 1.',
    takes: { grid: 'long list list' },
    gives: 'long',
    draw: (random) => {
      const width = random.integer(2, 5)
      const row = (): number[] => items(random, [width, width], () => (random.chance(0.2) ? 1 : 0))
      const rows = items(random, [2, 5], row)
      return [rows.map((one, at) => (at === 0 ? [0, ...one.slice(1)] : one))]
    },
    edges: [[digits('00 00')], [digits('01 10')], [digits('000 010 000')]],
    reference: (grid) => paths(grid),
    solution:
      'row:{[p;g] r:0#0;l:0;j:0;\n' +
      '  while[j<count g;l:$[g j;0;l+p j];r,:l;j+:1];r}\n' +
      'solve:{[grid] n:count first grid;last row/[1,(n-1)#0;grid]}',
    wrong:
      'row:{[p;g] r:0#0;l:0;j:0;\n' +
      '  while[j<count g;l:l+p j;r,:l;j+:1];r}\n' +
      'solve:{[grid] n:count first grid;last row/[1,(n-1)#0;grid]}',
  }),
  problem({
    id: 'cheapest-path',
    level: 2,
    statement:
      'Every square of a grid has a cost. Give the lowest total on a way from the top left to ' +
      'the ' +
      'bottom right, moving right or down; both ends count.',
    takes: { grid: 'long list list' },
    gives: 'long',
    draw: (random) => {
      const width = random.integer(2, 4)
      const dearest = random.pick([1, 9, 9])
      return [
        repeating(
          random,
          items(random, [2, 4], () => longs(random, [width, width], [0, dearest])),
        ),
      ]
    },
    edges: [[digits('131 151 421')]],
    reference: (grid) => cheapest(grid),
    solution:
      'row:{[p;g] r:0#0;l:1000000;j:0;\n' +
      '  while[j<count g;l:(g j)+l&p j;r,:l;j+:1];r}\n' +
      'solve:{[grid] n:count first grid;last row/[0,(n-1)#1000000;grid]}',
    wrong: 'solve:{[grid] (sum first grid)+sum 1_last each grid}',
  }),
  problem({
    id: 'equal-halves',
    level: 2,
    statement: 'Tell whether the numbers can be divided into two groups of the same sum.',
    takes: { numbers: 'long list' },
    gives: 'boolean',
    draw: (random) => [longs(random, [3, 7], [1, 12])],
    edges: [[[1]], [[1, 5, 11, 5]], [[1, 2, 3, 5]], [[2, 2, 2, 2, 2]]],
    reference: (numbers) =>
      subsets(numbers).some((set) => 2 * sum(set.map((at) => numbers[at] ?? 0)) === sum(numbers)),
    solution: 'solve:{[numbers] s:distinct {x,x+y}/[enlist 0;numbers];(sum numbers)in 2*s}',
    wrong: 'solve:{[numbers] 0=(sum numbers)mod 2}',
  }),
  problem({
    id: 'best-trade',
    level: 1,
    statement: 'Give the largest gain of buying once and selling later; 0 if there is none.',
    takes: { prices: 'long list' },
    gives: 'long',
    draw: (random) => [longs(random, [2, 10], [1, random.pick([8, 40])])],
    edges: [[[5]], [[9, 4, 1]], [[7, 1, 5, 3, 6, 4]]],
    reference: (prices) =>
      Math.max(0, ...prices.flatMap((one, at) => prices.slice(at).map((later) => later - one))),
    solution: 'solve:{[prices] max prices-(&\\)prices}',
    wrong: 'solve:{[prices] (max prices)-min prices}',
  }),
])
