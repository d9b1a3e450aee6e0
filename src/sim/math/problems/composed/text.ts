/** `12.40`: an amount of cents before the word "euros". */
export const euros = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

/** `9:05`: minutes since midnight on a 24-hour clock. */
export const clock = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`

/** `1 hour 25 minutes`, `40 minutes`: a duration in the units that people use. */
export function duration(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  const parts = [
    hours === 0 ? '' : `${hours} ${hours === 1 ? 'hour' : 'hours'}`,
    rest === 0 ? '' : `${rest} ${rest === 1 ? 'minute' : 'minutes'}`,
  ]
  return parts.filter((part) => part !== '').join(' ')
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth']

/** `third`, for numbers from 1 to 18. */
export const ordinal = (number: number): string =>
  [
    ...[...ORDINALS, 'ninth', 'tenth', 'eleventh', 'twelfth'],
    ...['thirteenth', 'fourteenth', 'fifteenth', 'sixteenth'],
    ...['seventeenth', 'eighteenth'],
  ][number - 1] as string

/** `a, b and c`. */
export const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`

/** The text with its first letter as a capital. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
