import { memoize } from '../../memo.ts'
import {
  absoluteValue,
  type Ball,
  type Balls,
  exactBall,
  isExactZero,
  magnitudeOf,
  mayBeZero,
  middleAsNumber,
  throwUndecided,
  timesPowerOfTwo,
  ZERO_BALL,
} from './ball.ts'
import { angleOf, logarithm } from './transcendental.ts'

/** Extra binary digits for the evaluation of a series. */
const GUARD_BITS = 48
/** Larger arguments, by binary logarithm, are not reduced. */
const ARGUMENT_MAX = 200
/** The same limit for exponents of e. */
const EXPONENT_MAX = 34

/** `1/b + 1/(3b³) + …` in fixed point with this many binary digits, or with alternating signs. */
function inverseSeries(base: bigint, bits: number, isAlternating: boolean): bigint {
  const square = base * base
  let power = (1n << BigInt(bits)) / base
  let sum = 0n
  for (let odd = 1n, sign = 1n; power !== 0n; odd += 2n) {
    sum += (sign * power) / odd
    power /= square
    if (isAlternating) sign = -sign
  }
  return sum
}

const CACHED = 32

function cachedByBits(read: (bits: number) => bigint): (bits: number) => bigint {
  const known = memoize(CACHED, (bits) => read(Number(bits)))
  return (bits) => known(`${bits}`)
}

/** Pi by Machin's formula, in units of `2^-bits`. */
const piFixed = cachedByBits((bits) => {
  const [large, small] = [5n, 239n].map((base) => inverseSeries(base, bits + 16, true))
  return (16n * (large as bigint) - 4n * (small as bigint)) >> 16n
})

/** The natural logarithm of 2, by three inverse hyperbolic tangents. */
const ln2Fixed = cachedByBits((bits) => {
  const series = (base: bigint): bigint => inverseSeries(base, bits + 16, false)
  return (18n * series(26n) - 2n * series(4801n) + 8n * series(8749n)) >> 16n
})

/** Rounds the precision up to a step, so that few cached constants are needed. */
function workingBits(balls: Balls, more = 0): number {
  const bits = Math.ceil((balls.bits + GUARD_BITS + Math.max(0, more)) / 128) * 128
  if (!balls.work.spend(100 + (bits * bits) / 300)) throwUndecided()
  return bits
}

/** The middle in units of `2^-bits`. */
const fixedOf = ({ middle, exponent }: Ball, bits: number): bigint => {
  const shift = exponent + bits
  return shift >= 0 ? middle << BigInt(shift) : middle >> BigInt(-shift)
}

/** The radius in the same units, rounded up. */
const radiusOf = (of: Ball, bits: number): bigint =>
  fixedOf({ ...of, middle: of.radius }, bits) + 2n

/** A ball from such units; the last digits are rounding errors. */
const resultOf = (value: bigint, radius: bigint, bits: number, balls: Balls): Ball =>
  balls.rounded(value, radius + (1n << BigInt(GUARD_BITS / 2)), -bits)

export const piBall = (balls: Balls): Ball => {
  const bits = workingBits(balls)
  return resultOf(piFixed(bits), 0n, bits, balls)
}

const HALVINGS = 8n

/** `e` to the power of a number between -1 and 1. */
function exponentialFixed(of: bigint, bits: number): bigint {
  const point = BigInt(bits)
  const small = of >> HALVINGS
  let term = 1n << point
  let sum = term
  for (let count = 1n; term !== 0n && term !== -1n; count++) {
    term = ((term * small) >> point) / count
    sum += term
  }
  for (let count = 0n; count < HALVINGS; count++) sum = (sum * sum) >> point
  return sum
}

export function exponentialOf(of: Ball, balls: Balls): Ball {
  if (isExactZero(of)) return exactBall(1n)
  const size = magnitudeOf(of)
  if (size > EXPONENT_MAX) throwUndecided()
  if (!mayBeZero(of)) balls.recordLoss(size)
  const bits = workingBits(balls, size)
  const [value, two] = [fixedOf(of, bits), ln2Fixed(bits)]
  const times = value / two
  const result = exponentialFixed(value - times * two, bits)
  const spread = (4n * result * radiusOf(of, bits)) >> BigInt(bits)
  if (spread > result) throwUndecided()
  return timesPowerOfTwo(resultOf(result, spread, bits, balls), Number(times))
}

/** The natural logarithm of a number between 1/2 and 2. */
function logarithmFixed(of: bigint, bits: number): bigint {
  const start = logarithm(middleAsNumber({ middle: of, radius: 0n, exponent: -bits }))
  let result = fixedOf(
    { middle: BigInt(Math.round(start * 2 ** 52)), radius: 0n, exponent: -52 },
    bits,
  )
  for (let digits = 40; digits < bits; digits *= 3) {
    const value = exponentialFixed(result, bits)
    result += ((of - value) << BigInt(bits + 1)) / (of + value)
  }
  return result
}

/** The natural logarithm of a positive ball. */
export function logarithmOf(of: Ball, balls: Balls): Ball {
  if (of.middle <= 2n * of.radius) throwUndecided()
  const power = magnitudeOf(of)
  balls.recordLoss(Math.abs(power).toString(2).length)
  const bits = workingBits(balls)
  const near = timesPowerOfTwo(of, -power)
  let [middle, spread, whole] = [fixedOf(near, bits), radiusOf(near, bits), BigInt(power)]
  // The magnitude is rounded up to four digits.
  while (middle < 1n << BigInt(bits - 1))
    [middle, spread, whole] = [2n * middle, 2n * spread, whole - 1n]
  const value = logarithmFixed(middle, bits) + whole * ln2Fixed(bits)
  return resultOf(value, 4n * spread + absoluteValue(whole), bits, balls)
}

const DOUBLINGS = 8n

/** Cosine and sine of a number between -4 and 4. */
function circleFixed(of: bigint, bits: number): readonly [bigint, bigint] {
  const point = BigInt(bits)
  const one = 1n << point
  const small = of >> DOUBLINGS
  let [cosine, sine, term] = [0n, 0n, one]
  for (let count = 0n; term !== 0n && term !== -1n; ) {
    const sign = count % 4n < 2n ? 1n : -1n
    if (count % 2n === 0n) cosine += sign * term
    else sine += sign * term
    count++
    term = ((term * small) >> point) / count
  }
  for (let count = 0n; count < DOUBLINGS; count++) {
    sine = (2n * sine * cosine) >> point
    cosine = ((2n * cosine * cosine) >> point) - one
  }
  return [cosine, sine]
}

/** Cosine and sine of a real ball. */
export function circleOf(of: Ball, balls: Balls): readonly [Ball, Ball] {
  if (isExactZero(of)) return [exactBall(1n), ZERO_BALL]
  const size = magnitudeOf(of)
  if (size > ARGUMENT_MAX) throwUndecided()
  if (!mayBeZero(of)) balls.recordLoss(size)
  const bits = workingBits(balls, size)
  const [value, pi] = [fixedOf(of, bits), piFixed(bits)]
  const turns = value / (2n * pi)
  const [cosine, sine] = circleFixed(value - 2n * turns * pi, bits)
  const spread = radiusOf(of, bits) + absoluteValue(turns) * 4n
  return [resultOf(cosine, spread, bits, balls), resultOf(sine, spread, bits, balls)]
}

/** The angle of a point, between minus pi and pi. */
export function angleBall(across: Ball, up: Ball, balls: Balls): Ball {
  if (isExactZero(up)) {
    if (across.middle > across.radius) return ZERO_BALL
    return across.middle < -across.radius ? piBall(balls) : throwUndecided()
  }
  const size = Math.max(magnitudeOf(across), magnitudeOf(up))
  const bits = workingBits(balls)
  const [x, y] = [timesPowerOfTwo(across, -size), timesPowerOfTwo(up, -size)]
  const isOpen = x.middle < 0n && absoluteValue(up.middle) <= up.radius
  if (isOpen) throwUndecided()
  const [right, above] = [fixedOf(x, bits), fixedOf(y, bits)]
  const start = angleOf(middleAsNumber(y), middleAsNumber(x))
  const point = BigInt(bits)
  let angle = fixedOf(
    { middle: BigInt(Math.round(start * 2 ** 50)), radius: 0n, exponent: -50 },
    bits,
  )
  for (let digits = 40; digits < bits; digits *= 3) {
    const [cosine, sine] = circleFixed(angle, bits)
    const step = ((above * cosine - right * sine) << point) / (right * cosine + above * sine)
    angle += step - ((((step * step) >> point) * step) >> point) / 3n
  }
  const spread = 64n * (radiusOf(x, bits) + radiusOf(y, bits))
  return resultOf(angle, spread, bits, balls)
}
