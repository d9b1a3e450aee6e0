/** Formats words and numbers for people. Times are in milliseconds. */

const MINUS = '−'

/** A reward or score with two decimals, or three if the third is not 0. */
export function score(value: number): string {
  const text =
    Math.abs(value * 100 - Math.round(value * 100)) < 1e-6
      ? Math.abs(value).toFixed(2)
      : Math.abs(value).toFixed(3)
  return value < 0 && Number(text) !== 0 ? MINUS + text : text
}

/** A number of any size: `1.0e-6`, `0.25`, `12,345`. */
export function sized(value: number): string {
  const size = Math.abs(value)
  if (size >= 1_000) return (value < 0 ? MINUS : '') + grouped.format(size)
  return size === 0 || size >= 0.01 ? score(value) : value.toExponential(1).replace('-', MINUS)
}

/** A change: `+0.30`, `−0.05`, `0`. */
export function signed(value: number): string {
  if (Math.abs(value) < 0.0005) return '0'
  return value > 0 ? `+${score(value)}` : score(value)
}

/** What each part of a reward changed by: `rejected_calls −0.05, floor +0.05`. */
export const changeText = (change: Readonly<Record<string, number>>): string =>
  Object.entries(change)
    .map(([name, value]) => `${name} ${signed(value)}`)
    .join(', ')

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
export const count = (value: number): string => grouped.format(value)

/** A rate per second: a whole number from ten on. */
export const rate = (value: number): string => (value < 9.95 ? value.toFixed(1) : count(value))

/** A number of things, with its word: `1 episode`, `3 episodes`. */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`

/** A metric as it was reported: whole, or with at most three decimals. */
export const metric = (value: number): string =>
  Number.isInteger(value) ? String(value).replace('-', MINUS) : score(value)

export const percent = (share: number): string => `${Math.round(share * 100)} %`

/** A share with a decimal, for small ones: `1.3 %`. */
export const percentExact = (share: number): string => `${(share * 100).toFixed(1)} %`

/** A change of a share in percentage points: `+1.3`, `−0.4`. */
export const percentagePoints = (change: number): string => {
  const text = Math.abs(change * 100).toFixed(1)
  return Number(text) === 0 ? '0' : `${change > 0 ? '+' : MINUS}${text}`
}

/** A change of a share: `+20 %`. */
export const signedPercent = (change: number): string => {
  const text = percent(Math.abs(change))
  return text === '0 %' ? text : `${change > 0 ? '+' : MINUS}${text}`
}

export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let rest = value
  let unit = 0
  while (rest >= 1_000 && unit < units.length - 1) {
    rest /= 1_000
    unit += 1
  }
  return `${unit === 0 || rest >= 100 ? Math.round(rest) : rest.toFixed(1)} ${units[unit]}`
}

/** How long something took: `48 ms`, `3.2 s`, `4 min`, `2 h`, `3 d`. */
export function duration(valueMs: number): string {
  const ms = Math.max(0, valueMs)
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 10_000) return `${(ms / 1_000).toFixed(1)} s`
  if (ms < 60_000) return `${Math.round(ms / 1_000)} s`
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} min`
  if (ms < 172_800_000) return `${Math.floor(ms / 3_600_000)} h`
  return `${Math.floor(ms / 86_400_000)} d`
}

/** How long ago: `now`, `14 s ago`. */
export function ago(thenMs: number, nowMs: number): string {
  const ms = nowMs - thenMs
  return ms < 1_000 ? 'now' : `${duration(ms < 60_000 ? Math.floor(ms / 1_000) * 1_000 : ms)} ago`
}

const exactly = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
export const exactTime = (ms: number): string => exactly.format(ms).replace(', ', ' ')

/** An id by its ends, which tell it from others: neighbours begin alike. */
export const shortId = (id: string): string =>
  id.length > 16 ? `${id.slice(0, 7)}…${id.slice(-6)}` : id

/** `gave_up` as people say it. */
export const words = (name: string): string => name.replaceAll('_', ' ')

/** An interval of shares: `95 % CI 0–66 %`. */
export const confidence = ({
  low,
  high,
}: {
  readonly low: number
  readonly high: number
}): string => {
  const end = (share: number): string => String(Math.round(share * 100)).replace('-', MINUS)
  return `95 % CI ${end(low)}${low < 0 ? ' to ' : '–'}${end(high)} %`
}
