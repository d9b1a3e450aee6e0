import { numberAt } from './numbers.ts'
import type { Candidate, Tokens } from './tokens.ts'

interface ReadTime {
  readonly hours: number
  readonly minutes: number
  readonly end: number
  /** Whether its form alone says that it is a time. */
  readonly isClear: boolean
}

const CLOCK = /^(\d{1,2})([:.])(\d\d)$/
/** Before an hour that stands alone. */
const BEFORE_HOURS: ReadonlySet<string> = new Set(['at', 'since', 'around', 'about', 'by'])
/** A time without its half of the day lies between these hours. */
const DAY_BEGINS = 8

const two = (number: number): string => String(number).padStart(2, '0')

/** Every time of day in a text: "3:30 pm", "15:30", "half past three", "noon". */
export function timesIn(tokens: Tokens): Candidate[] {
  const times: Candidate[] = []
  for (let start = 0; start < tokens.length; start++) {
    const word = tokens[start] ?? ''
    if (word === 'noon' || word === 'midnight' || word === 'midday') {
      const value = word === 'midnight' ? '00:00' : '12:00'
      times.push({ value, start, end: start + 1, isCued: true })
      continue
    }
    const read = clockAt(tokens, start) ?? spokenAt(tokens, start) ?? hourAt(tokens, start)
    if (read === undefined) continue
    const half = halfAt(tokens, read.end)
    const isTime = read.isClear || half !== undefined
    if (!isTime) continue
    const hours = hoursOf(read, half?.half)
    const isImpossible = hours > 23 || read.minutes > 59
    const end = half?.end ?? read.end
    const value = `${two(hours)}:${two(read.minutes)}`
    times.push({ value, start, end, isCued: true, isImpossible })
    start = end - 1
  }
  return times
}

function clockAt(tokens: Tokens, start: number): ReadTime | undefined {
  const [, hours, mark, minutes] = CLOCK.exec(tokens[start] ?? '') ?? []
  if (hours === undefined) return undefined
  const isClear = mark === ':'
  return { hours: Number(hours), minutes: Number(minutes), end: start + 1, isClear }
}

/** "Half past three", "a quarter to nine", "twenty past six". */
function spokenAt(tokens: Tokens, start: number): ReadTime | undefined {
  const word = tokens[start] ?? ''
  const part = word === 'half' ? 30 : word === 'quarter' ? 15 : undefined
  const read = part === undefined ? numberAt(tokens, start) : { value: part, end: start + 1 }
  const link = tokens[read?.end ?? -1]
  if (read === undefined || (link !== 'past' && link !== 'to') || read.value > 30) return undefined
  const hour = numberAt(tokens, read.end + 1)
  if (hour === undefined || hour.value < 1 || hour.value > 12) return undefined
  // "From two to three" is no time before three.
  if (part === undefined && link === 'to') return undefined
  const hours = link === 'past' ? hour.value : hour.value === 1 ? 12 : hour.value - 1
  const minutes = link === 'past' ? read.value : 60 - read.value
  return { hours, minutes, end: hour.end, isClear: true }
}

/** No number of an hour has more digits. */
const HOURS_MAX = 99

function hourAt(tokens: Tokens, start: number): ReadTime | undefined {
  const read = numberAt(tokens, start)
  if (read === undefined || !Number.isInteger(read.value) || read.value > HOURS_MAX) {
    return undefined
  }
  const isClock = tokens[read.end] === "o'clock"
  const end = isClock ? read.end + 1 : read.end
  const isLast = tokens[end] === undefined || !/^[\da-z]/.test(tokens[end] ?? '')
  const isAlone = BEFORE_HOURS.has(tokens[start - 1] ?? '') && isLast
  return { hours: read.value, minutes: 0, end, isClear: isClock || isAlone }
}

type Half = 'am' | 'pm'
const PARTS_OF_DAY: ReadonlyMap<string, Half> = new Map([
  ['morning', 'am'],
  ['afternoon', 'pm'],
  ['evening', 'pm'],
])

/** The half of the day that is named behind a time. */
function halfAt(tokens: Tokens, at: number): { half: Half; end: number } | undefined {
  const [first = '', second = '', third = '', fourth = ''] = tokens.slice(at, at + 4)
  if (first === 'am' || first === 'pm') return { half: first, end: at + 1 }
  if ((first === 'a' || first === 'p') && second === '.' && third === 'm') {
    return { half: `${first}m`, end: at + (fourth === '.' ? 4 : 3) }
  }
  const day = PARTS_OF_DAY.get(third)
  if (first === 'in' && second === 'the' && day !== undefined) return { half: day, end: at + 3 }
  return undefined
}

/** Hours of the day; a time from one to seven without its half is one of the afternoon. */
function hoursOf({ hours }: ReadTime, half: Half | undefined): number {
  // There is no 14 pm, whatever the clock says.
  if (half !== undefined) return hours > 12 ? hours + 24 : (hours % 12) + (half === 'pm' ? 12 : 0)
  return hours > 0 && hours < DAY_BEGINS ? hours + 12 : hours
}
