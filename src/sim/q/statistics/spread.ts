import { multiply } from '../arithmetic/dyads.ts'
import { doublesIn } from '../arithmetic/operands.ts'
import { mapType, toMapping } from '../arithmetic/promotion.ts'
import { MEAN } from '../arithmetic/tables/result-types.ts'
import { castTo } from '../casts/cast.ts'
import { signal } from '../errors.ts'
import { sortIndexes } from '../lists/sort.ts'
import { countOf, gather } from '../values/access.ts'
import { collapse, float } from '../values/build.ts'
import { FLOAT, LONG } from '../values/types.ts'
import type { Value, Vector } from '../values/value.ts'
import { isList } from '../values/value.ts'
import { average, sum } from './aggregate.ts'
import { across, summary, toDoubles, transposeColumns } from './numbers.ts'

const MEAN_TYPES = toMapping(MEAN)

/** `med x`: the mean of the one or two middle items, which may be rows of a table. */
export function median(x: Value): Value {
  if (x.kind === 'dictionary') return median(x.values)
  if (x.kind === 'atom') return average(x)
  if (!isList(x) && x.kind !== 'table') return signal('type')
  if (x.kind === 'vector') mapType(MEAN_TYPES, x.type)
  const count = countOf(x)
  if (count === 0) return float(Number.NaN)
  const middle = [Math.floor((count - 1) / 2), Math.floor(count / 2)]
  const order = sortIndexes(x, false)
  return average(
    gather(
      x,
      middle.map((position) => order[position] as number),
    ),
  )
}

interface Moments {
  readonly count: number
  /** The mean product of the deviations of both from their means. */
  readonly covariance: number
  readonly varianceX: number
  readonly varianceY: number
}

/** The moments of the pairs without nulls. */
function computeMoments(x: Float64Array, y: Float64Array): Moments {
  let [count, totalX, totalY] = [0, 0, 0]
  for (let i = 0; i < x.length; i++) {
    const [a, b] = [x[i] as number, y[i] as number]
    if (Number.isNaN(a) || Number.isNaN(b)) continue
    count++
    totalX += a
    totalY += b
  }
  const [meanX, meanY] = [totalX / count, totalY / count]
  let [productSum, squareX, squareY] = [0, 0, 0]
  for (let i = 0; i < x.length; i++) {
    const [a, b] = [(x[i] as number) - meanX, (y[i] as number) - meanY]
    if (Number.isNaN(a) || Number.isNaN(b)) continue
    productSum += a * b
    squareX += a * a
    squareY += b * b
  }
  return {
    count,
    covariance: productSum / count,
    varianceX: squareX / count,
    varianceY: squareY / count,
  }
}

const ofOne =
  (pick: (moments: Moments) => number) =>
  (x: Value): Value =>
    across(x, (column) => {
      const data = toDoubles(MEAN_TYPES, column)
      return float(pick(computeMoments(data, data)))
    })

/** The factor that converts a population variance to a sample variance. */
const ofSample = ({ count }: Moments): number => (count > 1 ? count / (count - 1) : Number.NaN)

/** `var x`. */
export const variance = ofOne((moments) => moments.varianceX)
/** `dev x`. */
export const deviation = ofOne((moments) => Math.sqrt(moments.varianceX))
/** `svar x`. */
export const sampleVariance = ofOne((moments) => moments.varianceX * ofSample(moments))
/** `sdev x`. */
export const sampleDeviation = ofOne((moments) => Math.sqrt(moments.varianceX * ofSample(moments)))

type OfVectors = (x: Vector, y: Vector) => Value

/** A verb of two lists; lists of lists are processed by column. */
function pairwise(ofVectors: OfVectors): (x: Value, y: Value) => Value {
  const apply = (x: Value, y: Value): Value => {
    if (x.kind === 'dictionary') return apply(x.values, y)
    if (y.kind === 'dictionary') return apply(x, y.values)
    if (y.kind === 'table') return summary(y, (column) => apply(x, column))
    if (x.kind === 'table') return summary(x, (column) => apply(column, y))
    if (x.kind === 'atom' && y.kind === 'atom') return apply(collapse([x]), collapse([y]))
    if (x.kind === 'atom') return apply(repeatValue(x, countOf(y)), y)
    if (y.kind === 'atom') return apply(x, repeatValue(y, countOf(x)))
    if (!isList(x) || !isList(y)) return signal('type')
    if (countOf(x) !== countOf(y)) return signal('length')
    if (x.kind === 'vector' && y.kind === 'vector') return ofVectors(x, y)
    return byColumns(x, y, apply)
  }
  return apply
}

const repeatValue = (x: Value, count: number): Value => collapse(new Array<Value>(count).fill(x))

function byColumns(x: Value, y: Value, apply: (x: Value, y: Value) => Value): Value {
  const leftColumns = x.kind === 'list' ? transposeColumns(x) : undefined
  const rightColumns = y.kind === 'list' ? transposeColumns(y) : undefined
  if (
    leftColumns !== undefined &&
    rightColumns !== undefined &&
    leftColumns.length !== rightColumns.length
  ) {
    return signal('length')
  }
  const width = (leftColumns ?? rightColumns ?? []).length
  return collapse(
    Array.from({ length: width }, (_, i) => apply(leftColumns?.[i] ?? x, rightColumns?.[i] ?? y)),
  )
}

const ofPairs = (pick: (moments: Moments) => number): ((x: Value, y: Value) => Value) =>
  pairwise((x, y) =>
    float(pick(computeMoments(toDoubles(MEAN_TYPES, x), toDoubles(MEAN_TYPES, y)))),
  )

/** `x cov y`. */
export const covariance = ofPairs((moments) => moments.covariance)
/** `x scov y`. */
export const sampleCovariance = ofPairs((moments) => moments.covariance * ofSample(moments))
/** `x cor y`. */
export const correlation = ofPairs(
  ({ covariance, varianceX, varianceY }) => covariance / Math.sqrt(varianceX * varianceY),
)

/** `x wavg y`: the weighted mean of the pairs without nulls. */
export const weightedAverage = pairwise((x, y) => {
  mapType(MEAN_TYPES, x.type)
  mapType(MEAN_TYPES, y.type)
  const [weights, items] = [doublesIn(x.data), doublesIn(y.data)]
  let [total, weight] = [0, 0]
  for (let i = 0; i < items.length; i++) {
    const product = (weights[i] as number) * (items[i] as number)
    if (Number.isNaN(product)) continue
    total += product
    weight += weights[i] as number
  }
  return float(total / weight)
})

/** `x wsum y`: the sum of the products; for two integer lists it is a float. */
export function weightedSum(x: Value, y: Value): Value {
  const total = sum(multiply(x, y))
  const isDot = x.kind === 'vector' && y.kind === 'vector' && total.kind === 'atom'
  return isDot && total.type <= LONG ? castTo(FLOAT, total) : total
}
