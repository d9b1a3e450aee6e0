/** A time of day as written; `half` is "a", "p" or empty. */
interface Clock {
  readonly hour: number
  readonly minute: number
  readonly half: string
  /** Whether a zero precedes the hour, as on a 24-hour clock. */
  readonly isPadded: boolean
}

const HALF = String.raw`(?:\s|\\[ ,;!]|~)*(?:\\(?:text|mathrm)\s*\{)?\s*([ap])\.?\s?m\.?\s*\}?`
const CLOCK = new RegExp(`^(\\d{1,2}):([0-5]\\d)(?:${HALF})?$`, 'i')

/** The time of day that a short answer is, or `null`. */
export function clockOf(source: string): Clock | null {
  if (!source.includes(':')) return null
  const [, hour, minute, half = ''] = CLOCK.exec(source.trim()) ?? []
  if (hour === undefined || minute === undefined || Number(hour) > 24) return null
  const isPadded = hour.startsWith('0')
  return { hour: Number(hour), minute: Number(minute), half: half.toLowerCase(), isPadded }
}

/** Whether minutes begin with a zero; a part of a ratio never does. */
export const hasPaddedMinutes = ({ minute }: Clock): boolean => minute < 10

/** Whether two are written the same, as times or as ratios. */
export const areWrittenAlike = (first: Clock, second: Clock): boolean =>
  first.hour === second.hour && first.minute === second.minute && first.half === second.half

/** Whether both are certainly times of day; 11:21 may also be a ratio. */
export const areTimes = (first: Clock, second: Clock): boolean =>
  [first, second].some(({ minute, half }) => minute === 0 || half !== '')

/** Whether a time equals the right one, including a.m. or p.m. if the gold has it. */
export function sameClock(gold: Clock, answer: Clock): boolean {
  const [wanted, given] = [inTwelveHours(gold), inTwelveHours(answer)]
  const isHalfSame = wanted.half === '' || wanted.half === given.half
  return wanted.hour === given.hour && wanted.minute === given.minute && isHalfSame
}

/** 15:30 is 3:30 p.m., and 03:30 is a.m. */
function inTwelveHours(clock: Clock): Clock {
  const { hour, isPadded } = clock
  if (clock.half !== '') return clock
  if (hour > 12) return { ...clock, hour: hour - 12, half: 'p' }
  return isPadded ? { ...clock, hour: hour === 0 ? 12 : hour, half: 'a' } : clock
}
