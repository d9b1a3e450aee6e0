/** A time of day as it is written; `half` is "a" or "p", empty if it is not said. */
interface Clock {
  readonly hour: number
  readonly minute: number
  readonly half: string
  /** Whether the hour has a zero before it, as on a clock of 24 hours. */
  readonly isPadded: boolean
}

const HALF = String.raw`(?:\s|\\[ ,;!]|~)*(?:\\(?:text|mathrm)\s*\{)?\s*([ap])\.?\s?m\.?\s*\}?`
const CLOCK = new RegExp(`^(\\d{1,2}):([0-5]\\d)(?:${HALF})?$`, 'i')

/** The time of day that a short answer is; `null` if it is none. */
export function clockOf(source: string): Clock | null {
  if (!source.includes(':')) return null
  const [, hour, minute, half = ''] = CLOCK.exec(source.trim()) ?? []
  if (hour === undefined || minute === undefined || Number(hour) > 24) return null
  const isPadded = hour.startsWith('0')
  return { hour: Number(hour), minute: Number(minute), half: half.toLowerCase(), isPadded }
}

/** Whether minutes begin with a zero, which no part of a ratio does. */
export const hasPaddedMinutes = ({ minute }: Clock): boolean => minute < 10

/** Whether two of them are written the same, whether as times or as ratios. */
export const areAlike = (first: Clock, second: Clock): boolean =>
  first.hour === second.hour && first.minute === second.minute && first.half === second.half

/** Whether two of them are times of day beyond doubt; 11:21 may be a ratio as well. */
export const areTimes = (first: Clock, second: Clock): boolean =>
  [first, second].some(({ minute, half }) => minute === 0 || half !== '')

/** Whether a time is the right one, with its half of the day if that has one. */
export function sameClock(gold: Clock, answer: Clock): boolean {
  const [wanted, given] = [inHalves(gold), inHalves(answer)]
  const isHalfSame = wanted.half === '' || wanted.half === given.half
  return wanted.hour === given.hour && wanted.minute === given.minute && isHalfSame
}

/** 15:30 is 3:30 in the afternoon, and 03:30 is in the morning. */
function inHalves(clock: Clock): Clock {
  const { hour, isPadded } = clock
  if (clock.half !== '') return clock
  if (hour > 12) return { ...clock, hour: hour - 12, half: 'p' }
  return isPadded ? { ...clock, hour: hour === 0 ? 12 : hour, half: 'a' } : clock
}
