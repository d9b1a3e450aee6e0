import { float, long } from '../values/build.ts'
import type { Value } from '../values/value.ts'
import { type Binary, binary, type Unary, unary, type Verb } from '../verbs/verb.ts'
import { all, any, average, maximum, minimum, product, sum } from './aggregate.ts'
import {
  exponentialAverage,
  movingAverage,
  movingCount,
  movingDeviation,
  movingMaximum,
  movingMinimum,
  movingSum,
} from './moving.ts'
import { averages, deltas, differ, maxima, minima, products, ratios, sums } from './running.ts'
import {
  correlation,
  covariance,
  deviation,
  median,
  sampleCovariance,
  sampleDeviation,
  sampleVariance,
  variance,
  weightedAverage,
  weightedSum,
} from './spread.ts'

const unaryVerb = (name: string, doc: string, apply: Unary): Verb =>
  unary(name, doc, apply, { type: 100 })

const two = (name: string, doc: string, apply: Binary): Verb =>
  binary(name, doc, apply, { type: 100 })

/** A verb of a list with an optional predecessor of its first item. */
const withPrior = (
  name: string,
  symbolText: string,
  doc: string,
  apply: (x: Value, before?: Value) => Value,
): Verb => ({
  ...unary(name, doc, (x) => apply(x), { shown: symbolText, type: 109 }),
  binary: (before, x) => apply(x, before),
})

/** The verbs that aggregate, accumulate and compare lists of numbers. */
export const statisticsVerbs: readonly Verb[] = [
  unary('sum', 'sum', sum, { identity: long(0) }),
  unary('prd', 'product', product, { identity: long(1) }),
  unary('max', 'greatest', maximum),
  unary('min', 'least', minimum),
  unary('avg', 'mean', average, { identity: float(Number.NaN) }),
  unaryVerb('all', 'whether everything is true', all),
  unaryVerb('any', 'whether something is true', any),
  unaryVerb('med', 'median', median),
  unary('var', 'variance', variance),
  unary('dev', 'standard deviation', deviation),
  unaryVerb('svar', 'variance of a sample', sampleVariance),
  unaryVerb('sdev', 'standard deviation of a sample', sampleDeviation),
  two('cov', 'covariance', covariance),
  two('scov', 'covariance of a sample', sampleCovariance),
  two('cor', 'correlation', correlation),
  two('wavg', 'mean with weights', weightedAverage),
  two('wsum', 'sum with weights', weightedSum),
  unary('sums', 'sums so far', sums, { shown: '+\\', type: 108 }),
  unary('prds', 'products so far', products, { shown: '*\\', type: 108 }),
  unary('maxs', 'the greatest so far', maxima, { shown: '|\\', type: 108 }),
  unary('mins', 'the least so far', minima, { shown: '&\\', type: 108 }),
  unaryVerb('avgs', 'means so far', averages),
  withPrior('deltas', "-':", 'differences to the item before', deltas),
  withPrior('ratios', "%':", 'quotients by the item before', ratios),
  unaryVerb('differ', 'whether it is another than the item before', differ),
  two('msum', 'sums of the last x items', movingSum),
  two('mavg', 'means of the last x items', movingAverage),
  two('mcount', 'how many of the last x items are not null', movingCount),
  two('mmax', 'the greatest of the last x items', movingMaximum),
  two('mmin', 'the least of the last x items', movingMinimum),
  two('mdev', 'deviations of the last x items', movingDeviation),
  two('ema', 'exponential moving average', exponentialAverage),
]
