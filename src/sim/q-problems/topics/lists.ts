import { digits, items, longs } from '../draws.ts'
import { problem, topic } from '../problem.ts'

const byNumber = (left: number, right: number): number => left - right

export const LISTS = topic('lists', [
  problem({
    id: 'running-maximum',
    level: 1,
    statement: 'Give, for each position, the largest number up to and including it.',
    takes: { numbers: 'long list' },
    gives: 'long list',
    draw: (random) => [longs(random, [2, 9], [-20, 20])],
    edges: [[[5]]],
    reference: (numbers) => numbers.map((_, index) => Math.max(...numbers.slice(0, index + 1))),
    solution: 'solve:{[numbers] maxs numbers}',
    wrong: 'solve:{[numbers] count[numbers]#max numbers}',
  }),
  problem({
    id: 'second-largest',
    level: 1,
    statement: 'Give the second largest of the different numbers. There are at least two.',
    takes: { numbers: 'long list' },
    gives: 'long',
    draw: (random) => {
      const largest = random.integer(41, 60)
      return [[largest, ...longs(random, [1, 8], [-40, 40]), largest]]
    },
    edges: [[[1, 2]], [[7, 7, 3]]],
    reference: (numbers) => [...new Set(numbers)].sort(byNumber).at(-2) ?? null,
    solution: 'solve:{[numbers] (desc distinct numbers)1}',
    wrong: 'solve:{[numbers] (desc numbers)1}',
  }),
  problem({
    id: 'rotate-left',
    level: 1,
    statement: 'Move the first item of a list to its end, k times. k may be larger than the list.',
    takes: { k: 'long', numbers: 'long list' },
    gives: 'long list',
    draw: (random) => [random.integer(0, 15), longs(random, [2, 7], [0, 99])],
    edges: [
      [0, [1, 2, 3]],
      [4, [1, 2, 3]],
    ],
    reference: (k, numbers) =>
      numbers.map((_, index) => numbers[(index + k) % numbers.length] ?? 0),
    solution: 'solve:{[k;numbers] numbers(k+til n)mod n:count numbers}',
    wrong: 'solve:{[k;numbers] (k _ numbers),k#numbers}',
  }),
  problem({
    id: 'moving-sum',
    level: 2,
    statement: 'Give the sums of all windows of k neighbours, from left to right. k fits the list.',
    takes: { k: 'long', numbers: 'long list' },
    gives: 'long list',
    draw: (random) => [random.integer(1, 4), longs(random, [4, 10], [-9, 9])],
    edges: [[3, [1, 2, 3]]],
    reference: (k, numbers) =>
      numbers
        .slice(0, numbers.length - k + 1)
        .map((_, index) => numbers.slice(index, index + k).reduce((sum, one) => sum + one, 0)),
    solution: 'solve:{[k;numbers] sum each numbers(til 1+count[numbers]-k)+\\:til k}',
    wrong: 'solve:{[k;numbers] sum each numbers(til count[numbers]-k)+\\:til k}',
  }),
  problem({
    id: 'pairs-with-sum',
    level: 2,
    statement: 'Give how many pairs of two positions hold numbers that add up to the target.',
    takes: { target: 'long', numbers: 'long list' },
    gives: 'long',
    draw: (random) => [random.integer(4, 12), longs(random, [3, 9], [0, 8])],
    edges: [
      [4, [2, 2, 2]],
      [1, [5]],
    ],
    reference: (target, numbers) =>
      numbers.reduce(
        (count, one, index) =>
          count + numbers.slice(index + 1).filter((other) => one + other === target).length,
        0,
      ),
    solution:
      'solve:{[target;numbers] m:count where raze target=numbers+/:numbers;\n' +
      '  (m-sum target=2*numbers)div 2}',
    wrong: 'solve:{[target;numbers] (count where raze target=numbers+/:numbers)div 2}',
  }),
  problem({
    id: 'interleave',
    level: 1,
    statement: 'Merge two lists of the same length: an item of the first, one of the second, ...',
    takes: { left: 'long list', right: 'long list' },
    gives: 'long list',
    draw: (random) => {
      const size = random.integer(2, 6)
      return [longs(random, [size, size], [0, 9]), longs(random, [size, size], [10, 19])]
    },
    edges: [[[1], [2]]],
    reference: (left, right) => left.flatMap((one, index) => [one, right[index] ?? 0]),
    solution: "solve:{[left;right] raze left,'right}",
    wrong: 'solve:{[left;right] left,right}',
  }),
  problem({
    id: 'rows-of',
    level: 1,
    statement: 'Cut a list into rows of k items. The last row may be shorter. The list has items.',
    takes: { k: 'long', numbers: 'long list' },
    gives: 'long list list',
    draw: (random) => [random.integer(1, 4), longs(random, [2, 10], [0, 99])],
    edges: [
      [3, [1, 2, 3, 4]],
      [2, [5, 6, 7, 8]],
    ],
    reference: (k, numbers) =>
      numbers.flatMap((_, index) => (index % k === 0 ? [numbers.slice(index, index + k)] : [])),
    solution: 'solve:{[k;numbers] k cut numbers}',
    wrong: 'solve:{[k;numbers] (0N;k)#reverse numbers}',
  }),
  problem({
    id: 'transpose',
    level: 1,
    statement: 'Turn the rows of a matrix into columns.',
    takes: { matrix: 'long list list' },
    gives: 'long list list',
    draw: (random) => {
      const width = random.integer(2, 4)
      return [items(random, [2, 4], () => longs(random, [width, width], [0, 99]))]
    },
    edges: [[digits('12 34')]],
    reference: (matrix) =>
      (matrix[0] ?? []).map((_, column) => matrix.map((row) => row[column] ?? 0)),
    solution: 'solve:{[matrix] flip matrix}',
    wrong: 'solve:{[matrix] reverse each matrix}',
  }),
  problem({
    id: 'longest-run',
    level: 2,
    statement: 'Give the length of the longest run of equal neighbours; 0 for an empty list.',
    takes: { numbers: 'long list' },
    gives: 'long',
    draw: (random) => [longs(random, [3, 14], [0, 2])],
    edges: [[[]], [[4]], [[1, 1, 2, 2, 2, 1]]],
    reference: (numbers) => {
      let [best, run] = [0, 0]
      numbers.forEach((one, index) => {
        run = numbers[index - 1] === one ? run + 1 : 1
        best = Math.max(best, run)
      })
      return best
    },
    solution:
      'solve:{[numbers] if[0=count numbers;:0];b:r:1;i:1;\n' +
      '  while[i<count numbers;r:$[numbers[i]=numbers i-1;r+1;1];b:b|r;i+:1];b}',
    wrong: 'solve:{[numbers] max 0,value count each group numbers}',
  }),
  problem({
    id: 'merge-sorted',
    level: 1,
    statement: 'Merge two sorted lists into one sorted list, duplicates included.',
    takes: { left: 'long list', right: 'long list' },
    gives: 'long list',
    draw: (random) => [
      longs(random, [1, 6], [0, 20]).sort(byNumber),
      longs(random, [1, 6], [0, 20]).sort(byNumber),
    ],
    edges: [
      [[], [1, 2]],
      [[3, 3], [3]],
    ],
    reference: (left, right) => [...left, ...right].sort(byNumber),
    solution: 'solve:{[left;right] r iasc r:left,right}',
    wrong: 'solve:{[left;right] asc distinct left,right}',
  }),
  problem({
    id: 'count-inversions',
    level: 2,
    statement: 'Give how many pairs of positions hold a larger number before a smaller one.',
    takes: { numbers: 'long list' },
    gives: 'long',
    draw: (random) => [longs(random, [3, 10], [0, 9])],
    edges: [[[]], [[1, 2, 3]], [[3, 2, 2, 1]]],
    reference: (numbers) =>
      numbers.reduce(
        (count, one, index) =>
          count + numbers.slice(index + 1).filter((other) => other < one).length,
        0,
      ),
    solution:
      'solve:{[numbers] sum 0,{[v;i] count where v[i]>(i+1)_v}[numbers]each til count numbers}',
    wrong: 'solve:{[numbers] count where 0>1_numbers-prev numbers}',
  }),
  problem({
    id: 'median',
    level: 2,
    statement: 'Give the median: the middle number, or the mean of the two in the middle.',
    takes: { numbers: 'long list' },
    gives: 'float',
    draw: (random) => [longs(random, [3, 9], [-20, 40])],
    edges: [[[4]], [[1, 2]], [[9, 1, 5]]],
    reference: (numbers) => {
      const sorted = [...numbers].sort(byNumber)
      const middle = Math.floor(sorted.length / 2)
      const upper = sorted[middle] ?? 0
      return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2
    },
    solution: 'solve:{[numbers] s:asc numbers;n:count s;avg s(n div 2;(n-1)div 2)}',
    wrong: 'solve:{[numbers] s:asc numbers;`float$s count[s]div 2}',
  }),
  problem({
    id: 'missing-number',
    level: 1,
    statement: 'A list holds all whole numbers from 0 up but one of them, in any order. Which one?',
    takes: { numbers: 'long list' },
    gives: 'long',
    draw: (random) => {
      const all = random.shuffle(Array.from({ length: random.integer(4, 12) }, (_, n) => n))
      return [all.slice(1)]
    },
    edges: [[[1]], [[0]], [[0, 1, 2]]],
    reference: (numbers) =>
      numbers.concat(numbers.length).findIndex((_, n) => !numbers.includes(n)),
    solution: 'solve:{[numbers] first(til 1+count numbers)except numbers}',
    wrong: 'solve:{[numbers] (sum til count numbers)-sum numbers}',
  }),
  problem({
    id: 'spiral-order',
    level: 3,
    statement:
      'Read a matrix in a spiral: the first row from the left, the last column down, the last ' +
      'row ' +
      'from the right, the first column up, and so on inwards.',
    takes: { matrix: 'long list list' },
    gives: 'long list',
    draw: (random) => {
      const width = random.integer(2, 4)
      return [items(random, [2, 4], () => longs(random, [width, width], [0, 99]))]
    },
    edges: [[[[1], [2], [3]]], [[[1, 2, 3]]]],
    reference: (matrix) => {
      let rows = matrix.map((row) => [...row])
      const read: number[] = []
      while (rows.length > 0) {
        const [first = [], ...rest] = rows
        read.push(...first)
        const width = rest[0]?.length ?? 0
        rows = Array.from({ length: width }, (_, column) =>
          rest.map((row) => row[width - 1 - column] ?? 0),
        )
      }
      return read
    },
    solution:
      'solve:{[matrix] r:0#0;m:matrix;\n' +
      '  while[0<count m;r,:first m;m:1_m;m:$[0<count m;reverse flip m;()]];r}',
    wrong: 'solve:{[matrix] r:0#0;m:matrix;\n  while[0<count m;r,:first m;m:reverse 1_m];r}',
  }),
  problem({
    id: 'both-diagonals',
    level: 2,
    statement: 'Give the sum of both diagonals of a square matrix; a middle item counts once.',
    takes: { matrix: 'long list list' },
    gives: 'long',
    draw: (random) => {
      const size = random.integer(2, 5)
      return [items(random, [size, size], () => longs(random, [size, size], [0, 20]))]
    },
    edges: [[digits('123 456 789')]],
    reference: (matrix) =>
      matrix.reduce((sum, row, index) => {
        const other = matrix.length - 1 - index
        return sum + (row[index] ?? 0) + (other === index ? 0 : (row[other] ?? 0))
      }, 0),
    solution:
      'solve:{[matrix] n:count matrix;i:til n;\n' + '  sum sum matrix*(i=/:i)or(i=/:reverse i)}',
    wrong: 'solve:{[matrix] n:count matrix;i:til n;\n  sum sum matrix*(i=/:i)+i=/:reverse i}',
  }),
  problem({
    id: 'most-common',
    level: 2,
    statement: 'Give the number that occurs most often; of several, the smallest.',
    takes: { numbers: 'long list' },
    gives: 'long',
    draw: (random) => [longs(random, [4, 12], [0, 5])],
    edges: [[[3]], [[5, 5, 2, 2]]],
    reference: (numbers) => {
      const count = (one: number): number => numbers.filter((other) => other === one).length
      const most = Math.max(...numbers.map(count))
      return Math.min(...numbers.filter((one) => count(one) === most))
    },
    solution: 'solve:{[numbers] g:count each group numbers;min where g=max g}',
    wrong: 'solve:{[numbers] g:count each group numbers;first where g=max g}',
  }),
  problem({
    id: 'evens-first',
    level: 1,
    statement: 'Put the even numbers before the odd ones; both keep their order.',
    takes: { numbers: 'long list' },
    gives: 'long list',
    draw: (random) => [longs(random, [3, 10], [0, 30])],
    edges: [[[1, 2]]],
    reference: (numbers) => [
      ...numbers.filter((one) => one % 2 === 0),
      ...numbers.filter((one) => one % 2 !== 0),
    ],
    solution: 'solve:{[numbers] numbers iasc numbers mod 2}',
    wrong: 'solve:{[numbers] numbers idesc numbers mod 2}',
  }),
])
