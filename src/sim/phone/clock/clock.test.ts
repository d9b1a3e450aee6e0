// Guards the clock: times and opening hours as they are written, and when best to call.
import { describe, expect, it } from 'vitest'
import { OPENING_HOURS } from '../tables/company-names.ts'
import { isOpenAt, openingSpans } from './opening-hours.ts'
import { type Moment, parseMoment, sayMoment, WEEK } from './time.ts'
import { timeToCall } from './when-to-call.ts'

const at = (text: string): Moment => parseMoment(text, 0) ?? Number.NaN

describe('a time', () => {
  it.each([
    ['Tue 9:00', 'Tue 9:00'],
    ['Tue 09:05', 'Tue 9:05'],
    ['Tue 10:00', 'Tue 10:00'],
    ['Mon 0:00', 'Mon 0:00'],
    ['Sun 23:59', 'Sun 23:59'],
  ])('is the next one that is written so: %s', (text, said) => {
    const now = at('Tue 10:00')
    const moment = parseMoment(text, now) ?? Number.NaN
    expect(sayMoment(moment)).toBe(said)
    expect(moment).toBeGreaterThanOrEqual(now)
    expect(moment - now).toBeLessThan(WEEK)
  })

  it.each(['', '8', '14:30', 'Tue 25:00', 'Tue 12:60', 'Foo 9:00', 'tomorrow', 'Tue 9:00 am'])(
    'is none: %s',
    (text) => expect(parseMoment(text, 0)).toBeUndefined(),
  )
})

describe('opening hours', () => {
  it('are parsed in the form of the directory', () => {
    for (const text of OPENING_HOURS)
      expect([text, openingSpans(text).length > 3]).toEqual([text, true])
  })

  it.each([
    ['Mon-Fri 8:00-20:00, Sat 9:00-14:00', 'Sat 13:59', true],
    ['Mon-Fri 8:00-20:00, Sat 9:00-14:00', 'Sat 14:00', false],
    ['Mon-Fri 8:00-20:00, Sat 9:00-14:00', 'Sat 8:30', false],
    ['Mon-Thu 8:30-17:30, Fri 8:30-15:00', 'Fri 15:30', false],
    ['Mon-Fri 8:00-17:00, Sun 12:00-16:00', 'Sun 12:00', true],
    ['every day, around the clock (24/7)', 'Sun 3:00', true],
    ['every day 6:00-22:00', 'Sun 5:59', false],
  ])('%s on %s: %s', (text, moment, isOpen) => {
    expect(isOpenAt(text, at(moment))).toBe(isOpen)
    expect(isOpenAt(text, at(moment) + WEEK)).toBe(isOpen)
  })
})

describe('when to call', () => {
  const when = (from: string): string =>
    sayMoment(timeToCall(at(from), 'Mon-Fri 9:00-17:00') ?? Number.NaN)

  it('is now if the department is open, or else its next opening', () => {
    expect(when('Tue 10:17')).toBe('Tue 10:17')
    expect(when('Tue 17:00')).toBe('Wed 9:00')
    expect(when('Fri 17:01')).toBe('Mon 9:00')
  })
})
