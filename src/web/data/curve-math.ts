/** A point of a curve with its interval. */
export interface ChartPoint {
  readonly x: number
  readonly n: number
  readonly mean: number
  readonly low: number
  readonly high: number
  /** Open episodes. With any, the point is incomplete. */
  readonly open: number
  /** When the first and the last episode of the point were opened. */
  readonly first_ms?: number
  readonly last_ms?: number
}

/** A name without the number of its seed, such as `sweep` of `sweep-seed3`. */
export const withoutSeed = (name: string): string =>
  name.replace(/[-_. ]*(seed|s)?[-_=. ]*\d+$/i, '') || name

/** Settings that a trainer reports. */
type Settings = Readonly<Record<string, unknown>>

/** Whether a setting is a text, such as a path, and not a number. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && Number.isNaN(Number(value))

/** Settings that name a run or its seed. */
const SEED_SETTING = /(^|[_./])(run|seed)$/i

/**
 * What runs have in common that differ only in their seed. Numbers at the end of a name can mean
 * anything, such as a learning rate: if settings are reported, they decide.
 */
export function seedFamily(name: string, settings: Settings | undefined): string {
  const others = Object.entries(settings ?? {})
    .filter(([setting]) => !SEED_SETTING.test(setting))
    .map(([setting, value]) => [setting, isText(value) ? withoutSeed(value) : value])
    .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1))
  return JSON.stringify([withoutSeed(name), others])
}

/**
 * The exponential moving average of a curve, without a bias towards its first value.
 *
 * @param weight of what came before, from 0 to below 1
 */
export function smoothCurve<Point extends ChartPoint>(
  points: readonly Point[],
  weight: number,
): readonly Point[] {
  if (weight === 0) return points
  let sum = 0
  let total = 0
  return points.map((point) => {
    sum = weight * sum + point.mean
    total = weight * total + 1
    return { ...point, mean: sum / total }
  })
}

/** Moves points from batches to another axis. Points before the first known batch are dropped. */
export function remapX<Point extends ChartPoint>(
  points: readonly Point[],
  steps: readonly { readonly step: number; readonly mean: number }[],
): readonly Point[] {
  return points.flatMap((point) => {
    const position = steps.findLast(({ step }) => step <= point.x)
    return position === undefined ? [] : [{ ...point, x: position.mean }]
  })
}

/** The value of a curve at `x`, by linear interpolation; undefined outside its ends. */
function interpolate(points: readonly ChartPoint[], x: number): number | undefined {
  const index = points.findIndex((point) => point.x >= x)
  const after = points[index]
  if (after === undefined) return undefined
  if (after.x === x) return after.mean
  const before = points[index - 1]
  if (before === undefined) return undefined
  const share = (x - before.x) / (after.x - before.x)
  return before.mean + share * (after.mean - before.mean)
}

/** Student's t at 97.5 %. The index is the number of degrees of freedom minus 1. */
const STUDENT_T = [12.71, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262]

/** Student's t at 97.5 %. For 10 or more degrees of freedom, the error is below 0.02. */
export const studentT = (degrees: number): number => STUDENT_T[degrees - 1] ?? 1.96 + 2.5 / degrees

/** The mean of several curves with its interval, wherever at least two of them have a value. */
export function meanCurve(curves: readonly (readonly ChartPoint[])[]): readonly ChartPoint[] {
  const xValues = [...new Set(curves.flatMap((points) => points.map(({ x }) => x)))]
  return xValues
    .sort((one, other) => one - other)
    .flatMap((x) => {
      const values = curves.flatMap((points) => interpolate(points, x) ?? [])
      const n = values.length
      if (n < 2) return []
      const mean = values.reduce((sum, value) => sum + value, 0) / n
      const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
      const halfWidth = studentT(n - 1) * Math.sqrt(squares / (n - 1) / n)
      return [{ x, n, mean, low: mean - halfWidth, high: mean + halfWidth, open: 0 }]
    })
}

/**
 * Round values for an axis: multiples of 1, 2 or 5 times a power of ten, from at most `low` to at
 * least `high`.
 *
 * @param count about how many steps there are
 */
export function roundTicks(low: number, high: number, count: number): readonly number[] {
  const minimumStep = (high - low) / count
  const power = 10 ** Math.floor(Math.log10(minimumStep))
  const step =
    ([1, 2, 5].find((factor) => factor * power >= minimumStep * (1 - 1e-9)) ?? 10) * power
  const [first, last] = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)]
  return Array.from({ length: last - first + 1 }, (_, at) => roundedTo((first + at) * step, power))
}

/** Removes rounding errors of doubles, such as in 0.6000000000000001. */
const roundedTo = (value: number, power: number): number =>
  power >= 1 ? value : Number(value.toFixed(Math.round(-Math.log10(power))))
