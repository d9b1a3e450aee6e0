/** A time of day as written; `meridiem` is "a", "p" or empty. */
interface Clock {
  readonly hour: number
  readonly minute: number
  readonly meridiem: string
  /** Whether a zero precedes the hour, as on a 24-hour clock. */
  readonly isPadded: boolean
}

const MERIDIEM = String.raw`(?:\s|\\[ ,;!]|~)*(?:\\(?:text|mathrm)\s*\{)?\s*([ap])\.?\s?m\.?\s*\}?`
const CLOCK = new RegExp(`^(\\d{1,2}):([0-5]\\d)(?:${MERIDIEM})?$`, 'i')

/** Parses a short answer as a time of day. Returns `null` if it is not one. */
export function parseClock(source: string): Clock | null {
  if (!source.includes(':')) return null
  const [, hour, minute, meridiem = ''] = CLOCK.exec(source.trim()) ?? []
  if (hour === undefined || minute === undefined || Number(hour) > 24) return null
  const isPadded = hour.startsWith('0')
  return { hour: Number(hour), minute: Number(minute), meridiem: meridiem.toLowerCase(), isPadded }
}

/** Whether minutes begin with a zero; a part of a ratio never does. */
export const hasPaddedMinutes = ({ minute }: Clock): boolean => minute < 10

/** Whether two times have the same digits and the same a.m. or p.m. */
export const areWrittenAlike = (first: Clock, second: Clock): boolean =>
  first.hour === second.hour && first.minute === second.minute && first.meridiem === second.meridiem

/** Whether both are certainly times of day; 11:21 may also be a ratio. */
export const areClearlyTimes = (first: Clock, second: Clock): boolean =>
  [first, second].some(({ minute, meridiem }) => minute === 0 || meridiem !== '')

/** Whether a time equals the right one, including a.m. or p.m. if the gold has it. */
export function sameClock(gold: Clock, answer: Clock): boolean {
  const [goldTime, answerTime] = [inTwelveHours(gold), inTwelveHours(answer)]
  const isHalfSame = goldTime.meridiem === '' || goldTime.meridiem === answerTime.meridiem
  return goldTime.hour === answerTime.hour && goldTime.minute === answerTime.minute && isHalfSame
}

/** 15:30 is 3:30 p.m., and 03:30 is a.m. */
function inTwelveHours(clock: Clock): Clock {
  const { hour, isPadded } = clock
  if (clock.meridiem !== '') return clock
  if (hour > 12) return { ...clock, hour: hour - 12, meridiem: 'p' }
  return isPadded ? { ...clock, hour: hour === 0 ? 12 : hour, meridiem: 'a' } : clock
}
