/** Formats names and numbers. Times are in milliseconds. */

const MINUS = '−'

/** Rewards are multiples of a thousandth. A smaller difference is a rounding error. */
const REWARD_TOLERANCE = 0.0005

/** Whether a reward or a change of one is 0, apart from rounding errors. */
export const isZeroReward = (reward: number): boolean => Math.abs(reward) < REWARD_TOLERANCE

/** A reward or score with two decimals, or three if the third is not 0. */
export function formatScore(value: number): string {
  const text =
    Math.abs(value * 100 - Math.round(value * 100)) < 1e-6
      ? Math.abs(value).toFixed(2)
      : Math.abs(value).toFixed(3)
  return value < 0 && Number(text) !== 0 ? MINUS + text : text
}

/** A number of any size: `1.0e-6`, `0.25`, `12,345`. */
export function formatNumber(value: number): string {
  const size = Math.abs(value)
  if (size >= 1_000) return (value < 0 ? MINUS : '') + countFormat.format(size)
  return size === 0 || size >= 0.01
    ? formatScore(value)
    : value.toExponential(1).replace('-', MINUS)
}

/** A change: `+0.30`, `−0.05`, `0`. */
export function formatSigned(value: number): string {
  if (isZeroReward(value)) return '0'
  return value > 0 ? `+${formatScore(value)}` : formatScore(value)
}

/** What each part of a reward changed by: `rejected_calls −0.05, floor +0.05`. */
export const formatPartChanges = (change: Readonly<Record<string, number>>): string =>
  Object.entries(change)
    .map(([name, value]) => `${name} ${formatSigned(value)}`)
    .join(', ')

const countFormat = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
export const formatCount = (value: number): string => countFormat.format(value)

/** A rate per second: a whole number from ten on. */
export const formatRate = (value: number): string =>
  value < 9.95 ? value.toFixed(1) : formatCount(value)

/** A count with its noun: `1 episode`, `3 episodes`. */
export const pluralize = (value: number, one: string, many = `${one}s`): string =>
  `${formatCount(value)} ${value === 1 ? one : many}`

/** A metric: a whole number, or at most three decimals. */
export const formatMetric = (value: number): string =>
  Number.isInteger(value) ? String(value).replace('-', MINUS) : formatScore(value)

export const formatPercent = (share: number): string => `${Math.round(share * 100)} %`

/** A share with one decimal: `1.3 %`. */
export const formatPercentExact = (share: number): string => `${(share * 100).toFixed(1)} %`

/** A change of a share in percentage points: `+1.3`, `−0.4`. */
export const formatPercentagePoints = (change: number): string => {
  const text = Math.abs(change * 100).toFixed(1)
  return Number(text) === 0 ? '0' : `${change > 0 ? '+' : MINUS}${text}`
}

/** A change of a share: `+20 %`. */
export const formatSignedPercent = (change: number): string => {
  const text = formatPercent(Math.abs(change))
  return text === '0 %' ? text : `${change > 0 ? '+' : MINUS}${text}`
}

export function formatBytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let rest = value
  let unit = 0
  while (rest >= 1_000 && unit < units.length - 1) {
    rest /= 1_000
    unit += 1
  }
  return `${unit === 0 || rest >= 100 ? Math.round(rest) : rest.toFixed(1)} ${units[unit]}`
}

/** A duration: `48 ms`, `3.2 s`, `4 min`, `2 h`, `3 d`. */
export function formatDuration(valueMs: number): string {
  const ms = Math.max(0, valueMs)
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 10_000) return `${(ms / 1_000).toFixed(1)} s`
  if (ms < 60_000) return `${Math.round(ms / 1_000)} s`
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} min`
  if (ms < 172_800_000) return `${Math.floor(ms / 3_600_000)} h`
  return `${Math.floor(ms / 86_400_000)} d`
}

/** How long ago: `now`, `14 s ago`. */
export function formatAgo(thenMs: number, nowMs: number): string {
  const ms = nowMs - thenMs
  return ms < 1_000
    ? 'now'
    : `${formatDuration(ms < 60_000 ? Math.floor(ms / 1_000) * 1_000 : ms)} ago`
}

const timeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
export const formatTime = (ms: number): string => timeFormat.format(ms).replace(', ', ' ')

/** The start and the end of an id. Ids of the same time differ only at the end. */
export const shortenId = (id: string): string =>
  id.length > 16 ? `${id.slice(0, 7)}…${id.slice(-6)}` : id

/** `gave_up` as `gave up`. */
export const humanize = (name: string): string => name.replaceAll('_', ' ')

/** `gave up` as `Gave up`. */
export const capitalize = (text: string): string =>
  `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** An interval of shares: `95 % CI 0–66 %`. */
export const formatInterval = ({
  low,
  high,
}: {
  readonly low: number
  readonly high: number
}): string => {
  const end = (share: number): string => String(Math.round(share * 100)).replace('-', MINUS)
  return `95 % CI ${end(low)}${low < 0 ? ' to ' : '–'}${end(high)} %`
}
