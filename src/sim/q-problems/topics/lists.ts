import { longs } from '../draws.ts'
import { problem, topic } from '../problem.ts'

export const LISTS = topic('lists', [
  problem({
    id: 'running-maximum',
    level: 1,
    statement: 'Give, for each position, the largest number up to and including it.',
    takes: { numbers: 'long list' },
    gives: 'long list',
    draw: (random) => [longs(random, [2, 9], [-20, 20])],
    edges: [[[5]]],
    reference: (numbers: readonly number[]) =>
      numbers.map((_, index) => Math.max(...numbers.slice(0, index + 1))),
    solution: 'solve:{[numbers] maxs numbers}',
    wrong: 'solve:{[numbers] max numbers}',
  }),
])
