/** A time of day as it is written; `half` is "a" or "p", empty if it is not said. */
interface Clock {
  readonly hour: number
  readonly minute: number
  readonly half: string
}

const HALF = String.raw`(?:\s|\\[ ,;!]|~)*(?:\\(?:text|mathrm)\s*\{)?\s*([ap])\.?\s?m\.?\s*\}?`
const CLOCK = new RegExp(`^(\\d{1,2}):([0-5]\\d)(?:${HALF})?$`, 'i')

/** The time of day that a short answer is; `null` if it is none. */
export function clockOf(source: string): Clock | null {
  if (!source.includes(':')) return null
  const [, hour, minute, half = ''] = CLOCK.exec(source.trim()) ?? []
  if (hour === undefined || minute === undefined || Number(hour) > 24) return null
  return { hour: Number(hour), minute: Number(minute), half: half.toLowerCase() }
}

/** Whether minutes begin with a zero, which no part of a ratio does. */
export const hasPaddedMinutes = ({ minute }: Clock): boolean => minute < 10

/** Whether two of them are written the same, whether as times or as ratios. */
export const areAlike = (first: Clock, second: Clock): boolean =>
  first.hour === second.hour && first.minute === second.minute && first.half === second.half

/** Whether two of them are times of day beyond doubt; 11:21 may be a ratio as well. */
export const areTimes = (first: Clock, second: Clock): boolean =>
  [first, second].some(({ minute, half }) => minute === 0 || half !== '')

/** Whether two times are the same, where morning and afternoon only count if both say so. */
export function sameClock(gold: Clock, answer: Clock): boolean {
  const [wanted, given] = [inHalves(gold), inHalves(answer)]
  const isHalfSame = wanted.half === '' || given.half === '' || wanted.half === given.half
  return wanted.hour === given.hour && wanted.minute === given.minute && isHalfSame
}

/** 15:30 is 3:30 in the afternoon. */
const inHalves = (clock: Clock): Clock =>
  clock.hour > 12 && clock.half === '' ? { ...clock, hour: clock.hour - 12, half: 'p' } : clock
