/** An axis of numbers. */
export interface Axis {
  readonly label: string
  /** Ends of the axis. Default: from the values. */
  readonly low?: number
  readonly high?: number
  /** `percent` shows 0.7 as 70 %. Default `number`. */
  readonly unit?: 'number' | 'percent'
}

/** Maps values of an axis to positions, and lists the values of its labels. */
export interface Scale {
  readonly low: number
  readonly high: number
  readonly ticks: readonly number[]
  /** Share of the axis's length from its start. Values outside are clamped. */
  at(value: number): number
  show(value: number): string
  /** With one more digit than the labels. */
  showFiner(value: number): string
}

/** The scale of an axis for these values, with about `marks` labels at round numbers. */
export function createScale(axis: Axis, values: readonly number[], marks = 6): Scale {
  const finite = values.filter((value) => Number.isFinite(value))
  const low = axis.low ?? minimum(finite, 0)
  const maximum =
    axis.high ??
    -minimum(
      finite.map((value) => -value),
      -1,
    )
  const high = maximum > low ? maximum : low + 1
  const step = roundStep((high - low) / marks)
  const start = axis.low ?? Math.floor(low / step) * step
  const end = axis.high === undefined || axis.high <= low ? Math.ceil(high / step) * step : high
  const ticks: number[] = []
  for (let count = Math.ceil(start / step); count * step <= end + step * 1e-9; count++) {
    ticks.push(count * step)
  }
  return {
    low: start,
    high: end,
    ticks,
    at: (value) => Math.min(1, Math.max(0, (value - start) / (end - start))),
    show: (value) => shownNumber(value, step, axis.unit ?? 'number'),
    showFiner: (value) => shownNumber(value, step, axis.unit ?? 'number', 1),
  }
}

const minimum = (values: readonly number[], fallback: number): number =>
  values.length === 0 ? fallback : values.reduce((low, value) => Math.min(low, value))

/** The smallest of 1, 2, 5, 10, 20, … that is not below a width. */
function roundStep(width: number): number {
  // Values beyond 2^53 may have no width.
  if (!(width > 0)) return 1
  let power = 1
  while (power > width) power /= 10
  while (power * 10 <= width) power *= 10
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= width) ?? power
}

function shownNumber(
  value: number,
  step: number,
  unit: 'number' | 'percent',
  extraDigits = 0,
): string {
  const scaledValue = unit === 'percent' ? value * 100 : value
  const width = unit === 'percent' ? step * 100 : step
  let decimals = 0
  while (decimals < 6 && 10 ** -decimals > width * 1.000001) decimals += 1
  decimals += extraDigits
  const [whole = '', fraction] = Math.abs(scaledValue).toFixed(decimals).split('.')
  const withSeparators = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  const sign = scaledValue < 0 && Number(scaledValue.toFixed(decimals)) !== 0 ? '−' : ''
  const number = `${sign}${withSeparators}${fraction === undefined ? '' : `.${fraction}`}`
  return unit === 'percent' ? `${number} %` : number
}
