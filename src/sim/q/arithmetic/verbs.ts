import { float, long } from '../values/build.ts'
import { binary, unary, type Verb } from '../verbs/verb.ts'
import { divide, divideWhole, modulo, roundToBars } from './division.ts'
import { add, multiply, subtract } from './dyads.ts'
import { greaterOf, lesserOf } from './extremes.ts'
import { inverse, leastSquares, matrixProduct } from './matrix.ts'
import { absolute, ceiling, floor, negate, reciprocal, signum } from './monads.ts'

/** The verbs of arithmetic. */
export const arithmeticVerbs: readonly Verb[] = [
  binary('+', 'add', add, { identity: long(0) }),
  binary('-', 'subtract', subtract, { identity: long(0) }),
  binary('*', 'multiply', multiply, { identity: long(1) }),
  binary('%', 'divide', divide, { identity: float(1) }),
  binary('&', 'lesser', lesserOf, { identity: long(Number.POSITIVE_INFINITY) }),
  binary('|', 'greater', greaterOf, { identity: long(Number.NEGATIVE_INFINITY) }),
  binary('and', 'lesser', lesserOf, { shown: '&' }),
  binary('or', 'greater', greaterOf, { shown: '|' }),
  binary('div', 'divide and round down', divideWhole, { type: 100 }),
  binary('mod', 'remainder', modulo, { type: 100 }),
  binary('xbar', 'round down to a multiple', roundToBars, {
    shown: 'k){x*y div x:$[16h=abs[@x];"j"$x;x]}',
    type: 100,
  }),
  binary('mmu', 'product of matrices', matrixProduct, { shown: '$' }),
  unary('inv', 'the inverse of a matrix', inverse),
  binary('lsq', 'least squares', leastSquares, { shown: '!' }),
  unary('neg', 'change the sign', negate, { shown: '-:' }),
  unary('abs', 'size without the sign', absolute),
  unary('signum', 'sign as an int', signum, { type: 100 }),
  unary('reciprocal', 'one divided by it', reciprocal, { shown: '%:' }),
  unary('floor', 'round down', floor, { shown: '_:' }),
  unary('ceiling', 'round up', ceiling, { type: 100 }),
]
