// Guards that the hidden tests of every problem tell wrong programs from right ones.
import { expect, it } from 'vitest'
import { PROBLEMS } from '../../src/sim/q-problems/problems.ts'
import { survivorsOf } from './discriminator.ts'

const seeds = Array.from({ length: 20 }, (_, at) => 50_001 + at)
/** Draws on which a program must agree with the solution to be another solution. */
const SAMPLE = 600

it.each(PROBLEMS.map((one) => [one.id, one] as const))(
  'constants, tables, single verbs and near misses of %s pass one seed in twenty at most',
  (_, one) => {
    expect(survivorsOf(one, { seeds, passedMax: 1, sample: SAMPLE })).toEqual([])
  },
)
