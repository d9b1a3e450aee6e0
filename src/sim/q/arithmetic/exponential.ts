// `exp` and `log` with an error below 0.51 units in the last place, as the C library has it. The
// functions of a JavaScript engine may be off by a whole unit: then `floor 3 xexp 3` is 26.

/** A number as an unevaluated sum; the second part is below half a unit of the first. */
interface Sum {
  readonly high: number
  readonly low: number
}

const SPLITTER = 2 ** 27 + 1

/** The exact product of two numbers. */
function exactProduct(x: number, y: number): Sum {
  const product = x * y
  const xScaled = SPLITTER * x
  const yScaled = SPLITTER * y
  const xHigh = xScaled - (xScaled - x)
  const yHigh = yScaled - (yScaled - y)
  const xLow = x - xHigh
  const yLow = y - yHigh
  const low = xLow * yLow - (product - xHigh * yHigh - xLow * yHigh - xHigh * yLow)
  return { high: product, low }
}

/** The exact sum of two numbers. */
function exactSum(x: number, y: number): Sum {
  const sum = x + y
  const yPart = sum - x
  return { high: sum, low: x - (sum - yPart) + (y - yPart) }
}

/** The logarithm of 2; the first part has 33 bits, so small multiples of it are exact. */
const LN2_HIGH = 0.6931471803691238
const LN2_LOW = 1.9082149292705877e-10

const STEPS = 64
/** The table reaches half of the logarithm of 2. */
const STEPS_MAX = 23
const TABLE_BITS = 160n

/** The powers of e at multiples of 1/64, from their series in whole numbers. */
const POWERS: readonly Sum[] = Array.from({ length: 2 * STEPS_MAX + 1 }, (_, i) => {
  const scale = 2 ** 100
  let term = 1n << TABLE_BITS
  let total = term
  for (let n = 1n; term !== 0n; n++) {
    term = (term * BigInt(i - STEPS_MAX)) / (BigInt(STEPS) * n)
    total += term
  }
  const scaled = total >> (TABLE_BITS - 100n)
  const high = Number(scaled) / scale
  return { high, low: Number(scaled - BigInt(high * scale)) / scale }
})

/** Powers of two: `2 ** n` takes longer than the rest of a power of e. */
const TWOS = Float64Array.from({ length: 1201 }, (_, i) => 2 ** (i - 600))
const twoTo = (exponent: number): number => TWOS[exponent + 600] as number

/** The power of two in a power of e. */
const twosIn = (x: number): number => Math.round(x / Math.LN2)

/** A power of e as a sum, without its power of two. */
function powerParts(x: number, twos: number): Sum {
  const rest = exactSum(x - twos * LN2_HIGH, -twos * LN2_LOW)
  const step = Math.round(rest.high * STEPS)
  const small = rest.high - step / STEPS
  const power = POWERS[step + STEPS_MAX] as Sum
  // The series of `exp(small) - 1` without its first term.
  const series =
    small *
    small *
    (1 / 2 +
      small * (1 / 6 + small * (1 / 24 + small * (1 / 120 + small * (1 / 720 + small / 5040)))))
  const product = exactProduct(power.high, small)
  const sum = exactSum(power.high, product.high)
  const tail = product.low + power.low + power.low * small + power.high * (series + rest.low)
  return exactSum(sum.high, sum.low + tail)
}

/** `exp x`. */
export function exponential(x: number): number {
  if (Number.isNaN(x)) return x
  if (x > 709.8) return Number.POSITIVE_INFINITY
  if (x < -745.2) return 0
  const twos = twosIn(x)
  const power = powerParts(x, twos)
  // The power of two alone may be out of range.
  const half = Math.trunc(twos / 2)
  return power.high * twoTo(half) * twoTo(twos - half)
}

/** `log x`: the natural logarithm. */
export function logarithm(x: number): number {
  if (x === 0) return Number.NEGATIVE_INFINITY
  if (!(x > 0 && x < Number.POSITIVE_INFINITY)) return x > 0 ? x : Number.NaN
  if (x > 0.96 && x < 1.04) return logarithmNearOne(x)
  if (x > 2 ** 400) return scaledLogarithm(x * 2 ** -600, 600)
  return x < 2 ** -400 ? scaledLogarithm(x * 2 ** 600, -600) : scaledLogarithm(x, 0)
}

const BYTES = new DataView(new ArrayBuffer(8))

/** The logarithm to nine digits, for numbers of full precision. */
function roughLogarithm(x: number): number {
  BYTES.setFloat64(0, x)
  const twos = (BYTES.getUint16(0) >> 4) - 1023
  const fraction = x * twoTo(-twos) * Math.SQRT1_2
  const ratio = (fraction - 1) / (fraction + 1)
  const square = ratio * ratio
  const series = 1 / 3 + square * (1 / 5 + square * (1 / 7 + square * (1 / 9 + square / 11)))
  return (twos + 0.5) * Math.LN2 + 2 * ratio * (1 + square * series)
}

/** The logarithm of `x` plus that of a power of two: one step of Newton's method. */
function scaledLogarithm(x: number, twos: number): number {
  const estimate = roughLogarithm(x)
  const twosBelow = twosIn(-estimate)
  const power = powerParts(-estimate, twosBelow)
  const scaled = x * twoTo(twosBelow)
  const product = exactProduct(scaled, power.high)
  const error = product.high - 1 + (product.low + scaled * power.low)
  const correction = error - (error * error) / 2
  if (twos === 0) return estimate + correction
  const sum = exactSum(twos * LN2_HIGH, estimate)
  return sum.high + (sum.low + (correction + twos * LN2_LOW))
}

/** Twice the series of the inverse hyperbolic tangent of `(x-1)/(x+1)`. */
function logarithmNearOne(x: number): number {
  const above = x - 1
  const sum = exactSum(2, above)
  const ratio = above / sum.high
  const product = exactProduct(ratio, sum.high)
  const ratioLow = (above - product.high - product.low - ratio * sum.low) / sum.high
  const square = ratio * ratio
  const series =
    square *
    (1 / 3 +
      square * (1 / 5 + square * (1 / 7 + square * (1 / 9 + square * (1 / 11 + square / 13)))))
  return 2 * ratio + 2 * (ratioLow + ratio * series)
}
