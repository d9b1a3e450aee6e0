import { memoize } from '../../memo.ts'
import {
  type Ball,
  type Balls,
  exactBall,
  isExactZero,
  magnitudeOf,
  mayBeZero,
  middleAsNumber,
  NOUGHT,
  shifted,
  sizeOfWhole,
  undecided,
} from './ball.ts'
import { angleOf, logarithm } from './transcendental.ts'

/** Extra binary digits for the evaluation of a series. */
const GUARD = 48
/** Larger arguments, by binary logarithm, are not reduced. */
const ARGUMENT_MAX = 200
/** The same limit for exponents of e. */
const EXPONENT_MAX = 34

/** `1/b + 1/(3b³) + …` in fixed point with this many binary digits, or with alternating signs. */
function inverseSeries(base: bigint, places: number, isAlternating: boolean): bigint {
  const square = base * base
  let power = (1n << BigInt(places)) / base
  let sum = 0n
  for (let odd = 1n, sign = 1n; power !== 0n; odd += 2n) {
    sum += (sign * power) / odd
    power /= square
    if (isAlternating) sign = -sign
  }
  return sum
}

const CACHED = 32

function byPlaces(read: (places: number) => bigint): (places: number) => bigint {
  const known = memoize(CACHED, (places) => read(Number(places)))
  return (places) => known(`${places}`)
}

/** Pi by Machin's formula, in units of `2^-bits`. */
const piFixed = byPlaces((places) => {
  const [large, small] = [5n, 239n].map((base) => inverseSeries(base, places + 16, true))
  return (16n * (large as bigint) - 4n * (small as bigint)) >> 16n
})

/** The natural logarithm of 2, by three inverse hyperbolic tangents. */
const twoFixed = byPlaces((places) => {
  const series = (base: bigint): bigint => inverseSeries(base, places + 16, false)
  return (18n * series(26n) - 2n * series(4801n) + 8n * series(8749n)) >> 16n
})

/** Rounds the precision up to a step, so that few cached constants are needed. */
function placesFor(balls: Balls, more = 0): number {
  const places = Math.ceil((balls.bits + GUARD + Math.max(0, more)) / 128) * 128
  if (!balls.work.spend(100 + (places * places) / 300)) undecided()
  return places
}

/** The middle in units of `2^-bits`. */
const fixedOf = ({ middle, exponent }: Ball, places: number): bigint => {
  const shift = exponent + places
  return shift >= 0 ? middle << BigInt(shift) : middle >> BigInt(-shift)
}

/** The radius in the same units, rounded up. */
const radiusOf = (of: Ball, places: number): bigint =>
  fixedOf({ ...of, middle: of.radius }, places) + 2n

/** A ball from such units; the last digits are rounding errors. */
const resultOf = (value: bigint, radius: bigint, places: number, balls: Balls): Ball =>
  balls.rounded(value, radius + (1n << BigInt(GUARD / 2)), -places)

export const piBall = (balls: Balls): Ball => {
  const places = placesFor(balls)
  return resultOf(piFixed(places), 0n, places, balls)
}

const HALVINGS = 8n

/** `e` to the power of a number between -1 and 1. */
function exponentialFixed(of: bigint, places: number): bigint {
  const point = BigInt(places)
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
  if (size > EXPONENT_MAX) undecided()
  if (!mayBeZero(of)) balls.note(size)
  const places = placesFor(balls, size)
  const [value, two] = [fixedOf(of, places), twoFixed(places)]
  const times = value / two
  const result = exponentialFixed(value - times * two, places)
  const spread = (4n * result * radiusOf(of, places)) >> BigInt(places)
  if (spread > result) undecided()
  return shifted(resultOf(result, spread, places, balls), Number(times))
}

/** The natural logarithm of a number between 1/2 and 2. */
function logarithmFixed(of: bigint, places: number): bigint {
  const start = logarithm(middleAsNumber({ middle: of, radius: 0n, exponent: -places }))
  let result = fixedOf(
    { middle: BigInt(Math.round(start * 2 ** 52)), radius: 0n, exponent: -52 },
    places,
  )
  for (let digits = 40; digits < places; digits *= 3) {
    const value = exponentialFixed(result, places)
    result += ((of - value) << BigInt(places + 1)) / (of + value)
  }
  return result
}

/** The natural logarithm of a positive ball. */
export function logarithmOf(of: Ball, balls: Balls): Ball {
  if (of.middle <= 2n * of.radius) undecided()
  const power = magnitudeOf(of)
  balls.note(Math.abs(power).toString(2).length)
  const places = placesFor(balls)
  const near = shifted(of, -power)
  let [middle, spread, whole] = [fixedOf(near, places), radiusOf(near, places), BigInt(power)]
  // The magnitude is rounded up to four digits.
  while (middle < 1n << BigInt(places - 1))
    [middle, spread, whole] = [2n * middle, 2n * spread, whole - 1n]
  const value = logarithmFixed(middle, places) + whole * twoFixed(places)
  return resultOf(value, 4n * spread + sizeOfWhole(whole), places, balls)
}

const DOUBLINGS = 8n

/** Cosine and sine of a number between -4 and 4. */
function circleFixed(of: bigint, places: number): readonly [bigint, bigint] {
  const point = BigInt(places)
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
  if (isExactZero(of)) return [exactBall(1n), NOUGHT]
  const size = magnitudeOf(of)
  if (size > ARGUMENT_MAX) undecided()
  if (!mayBeZero(of)) balls.note(size)
  const places = placesFor(balls, size)
  const [value, pi] = [fixedOf(of, places), piFixed(places)]
  const turns = value / (2n * pi)
  const [cosine, sine] = circleFixed(value - 2n * turns * pi, places)
  const spread = radiusOf(of, places) + sizeOfWhole(turns) * 4n
  return [resultOf(cosine, spread, places, balls), resultOf(sine, spread, places, balls)]
}

/** The angle of a point, between minus pi and pi. */
export function angleBall(across: Ball, up: Ball, balls: Balls): Ball {
  if (isExactZero(up)) {
    if (across.middle > across.radius) return NOUGHT
    return across.middle < -across.radius ? piBall(balls) : undecided()
  }
  const size = Math.max(magnitudeOf(across), magnitudeOf(up))
  const places = placesFor(balls)
  const [x, y] = [shifted(across, -size), shifted(up, -size)]
  const isOpen = x.middle < 0n && sizeOfWhole(up.middle) <= up.radius
  if (isOpen) undecided()
  const [right, above] = [fixedOf(x, places), fixedOf(y, places)]
  const start = angleOf(middleAsNumber(y), middleAsNumber(x))
  const point = BigInt(places)
  let angle = fixedOf(
    { middle: BigInt(Math.round(start * 2 ** 50)), radius: 0n, exponent: -50 },
    places,
  )
  for (let digits = 40; digits < places; digits *= 3) {
    const [cosine, sine] = circleFixed(angle, places)
    const step = ((above * cosine - right * sine) << point) / (right * cosine + above * sine)
    angle += step - ((((step * step) >> point) * step) >> point) / 3n
  }
  const spread = 64n * (radiusOf(x, places) + radiusOf(y, places))
  return resultOf(angle, spread, places, balls)
}
