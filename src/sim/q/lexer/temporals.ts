import { isCivilDate } from '../../civil-date.ts'
import { toDays } from '../temporal/calendar.ts'
import {
  DATE,
  DATETIME,
  MINUTE,
  MONTH,
  SECOND,
  TIME,
  TIMESPAN,
  TIMESTAMP,
} from '../values/types.ts'
import { fromWide } from '../values/wide.ts'
import type { NumberLiteral } from './numbers.ts'

const DAY_NANOSECONDS = 86_400_000_000_000n
const DAY_MILLISECONDS = 86_400_000

const MONTH_FORM = /^(\d{4})\.(\d\d)m$/
const DATE_FORM = /^(\d{4})\.(\d\d)\.(\d\d)$/
const CLOCK = '(?:(\\d+)(?::(\\d\\d)(?::(\\d\\d)(?:\\.(\\d*))?)?)?)?'
const POINT_FORM = new RegExp(`^(\\d{4})\\.(\\d\\d)\\.(\\d\\d)([DT])${CLOCK}([pz]?)$`)
const SPAN_FORM = new RegExp(`^(\\d+)D${CLOCK}n?$`)
const CLOCK_FORM = /^(\d+):(\d\d)(?::(\d\d)(?:\.(\d*))?)?([uvtn]?)$/

type Groups = readonly (string | undefined)[]

/** A temporal literal such as `2000.01.01` or `12:30`; otherwise undefined. */
export function parseTemporal(text: string): NumberLiteral | undefined {
  const month = MONTH_FORM.exec(text)
  if (month !== null) {
    return { type: MONTH, value: (Number(month[1]) - 2000) * 12 + Number(month[2]) - 1 }
  }
  const date = DATE_FORM.exec(text)
  if (date !== null) return dateLiteral(date)
  const point = POINT_FORM.exec(text)
  if (point !== null) return pointLiteral(point)
  const span = SPAN_FORM.exec(text)
  if (span !== null) {
    const nanoseconds = BigInt(span[1] as string) * DAY_NANOSECONDS + clockNanoseconds(span, 2)
    return { type: TIMESPAN, value: fromWide(nanoseconds) }
  }
  const clock = CLOCK_FORM.exec(text)
  return clock === null ? undefined : clockLiteral(clock)
}

function dateLiteral(groups: Groups): NumberLiteral | undefined {
  const day = parseDay(groups)
  return day === undefined ? undefined : { type: DATE, value: day }
}

function parseDay(groups: Groups): number | undefined {
  const [year, month, day] = [Number(groups[1]), Number(groups[2]), Number(groups[3])]
  return isCivilDate(year, month, day) ? toDays(year, month, day) : undefined
}

function pointLiteral(groups: Groups): NumberLiteral | undefined {
  const day = parseDay(groups)
  if (day === undefined) return undefined
  const nanoseconds = clockNanoseconds(groups, 5)
  if (groups[9] === 'z' || (groups[9] === '' && groups[4] === 'T')) {
    return { type: DATETIME, value: day + Number(nanoseconds / 1_000_000n) / DAY_MILLISECONDS }
  }
  return { type: TIMESTAMP, value: fromWide(BigInt(day) * DAY_NANOSECONDS + nanoseconds) }
}

function clockNanoseconds(groups: Groups, firstGroup: number): bigint {
  const [hours, minutes, seconds, fraction] = groups.slice(firstGroup, firstGroup + 4)
  const wholeSeconds =
    BigInt(hours ?? 0) * 3600n + BigInt(minutes ?? 0) * 60n + BigInt(seconds ?? 0)
  return wholeSeconds * 1_000_000_000n + BigInt((fraction ?? '').padEnd(9, '0').slice(0, 9))
}

function clockLiteral(groups: Groups): NumberLiteral {
  const minutes = Number(groups[1]) * 60 + Number(groups[2])
  const seconds = minutes * 60 + Number(groups[3] ?? 0)
  const fraction = groups[4]
  const suffix = groups[5] ?? ''
  if (suffix === 'n' || (suffix === '' && fraction !== undefined && fraction.length > 3)) {
    return { type: TIMESPAN, value: fromWide(clockNanoseconds(groups, 1)) }
  }
  if (suffix === 't' || fraction !== undefined) {
    const milliseconds = Number((fraction ?? '').padEnd(3, '0').slice(0, 3))
    return { type: TIME, value: seconds * 1000 + milliseconds }
  }
  if (suffix === 'v' || groups[3] !== undefined) return { type: SECOND, value: seconds }
  return { type: MINUTE, value: minutes }
}
