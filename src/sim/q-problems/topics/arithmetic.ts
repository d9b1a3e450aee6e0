import { longs } from '../draws.ts'
import { problem, topic } from '../problem.ts'

export const ARITHMETIC = topic('arithmetic', [
  problem({
    id: 'sum-of-squares',
    level: 1,
    statement: 'Give the sum of the squares of the numbers.',
    takes: { numbers: 'long list' },
    gives: 'long',
    draw: (random) => [longs(random, [2, 9], [-20, 20])],
    edges: [[[]], [[7]]],
    reference: (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one * one, 0),
    solution: 'solve:{[numbers] sum numbers*numbers}',
    wrong: 'solve:{[numbers] s*s:sum numbers}',
  }),
])
