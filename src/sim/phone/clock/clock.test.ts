// Guards the clock: times and hours as they are written, queues by hour, and when best to call.
import { describe, expect, it } from 'vitest'
import { WORLD } from '../../../../test/phone-call/driver.ts'
import { OPENING_HOURS } from '../tables/company-names.ts'
import { generateStreamTask } from '../tasks.ts'
import { lineOf } from '../world.ts'
import { isBusyLevel, nowOf } from './now.ts'
import { isOpenAt, spansOf } from './opening-hours.ts'
import { queueAt } from './queues.ts'
import { readStages, type Stage, sayStage } from './stages.ts'
import { DAY, hours, isTime, type Moment, readMoment, sayMoment, WEEK } from './time.ts'
import { type Callable, timeToCall } from './when-to-call.ts'

const at = (text: string): Moment => readMoment(text, 0) ?? Number.NaN

describe('a time', () => {
  it.each([
    ['14:30', 'Tue 14:30'],
    ['9:59', 'Wed 9:59'],
    ['10:00', 'Tue 10:00'],
    ['Tue 9:00', 'Tue 9:00'],
    ['tuesday 09:05', 'Tue 9:05'],
    ['Mon 0:00', 'Mon 0:00'],
    [' Sun, 23:59 ', 'Sun 23:59'],
    ['Thurs 2:30 pm', 'Thu 14:30'],
    ['12:05 a.m.', 'Wed 0:05'],
    ['Wednesday 12:00PM', 'Wed 12:00'],
  ])('is the next one that is written so: %s', (text, said) => {
    const now = at('Tue 10:00')
    const moment = readMoment(text, now) ?? Number.NaN
    expect(sayMoment(moment)).toBe(said)
    expect(moment).toBeGreaterThanOrEqual(now)
    expect(moment - now).toBeLessThan(WEEK)
  })

  it.each([
    '',
    '8',
    '25:00',
    '12:60',
    'Foo 9:00',
    'monkey 9:00',
    'tomorrow',
    '9:00 or 10:00',
    '14:30 pm',
    '0:10 am',
  ])('is none: %s', (text) => expect(readMoment(text, 0)).toBeUndefined())

  it('may be said to be now', () => {
    for (const text of ['', ' ', 'now', 'Now ']) expect([text, isTime(text)]).toEqual([text, true])
    for (const text of ['soon', 'nowhere']) expect([text, isTime(text)]).toEqual([text, false])
  })
})

describe('opening hours', () => {
  it('are read as they stand in the directory, all of them', () => {
    for (const text of OPENING_HOURS) expect([text, spansOf(text).length > 3]).toEqual([text, true])
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

describe('a stage of a call', () => {
  const place = { department: 'Billing and Payments', company: 'Heron and Vesper Bank' }

  it.each<Stage>([
    { kind: 'time', at: at('Sun 0:05') },
    { kind: 'closed', at: place, hours: 'Mon-Fri 8:00-20:00, Sat 9:00-14:00' },
    { kind: 'queue', at: place, minutes: 1 },
    { kind: 'waited', at: place, minutes: 40 },
  ])('is read as it was said: %o', (stage) => {
    expect(readStages(`${sayStage(stage)}\nHello.`)).toEqual({ stages: [stage], rest: 'Hello.' })
  })
})

describe('queues', () => {
  const departments = WORLD.companies.flatMap((company) => company.departments)
  const waits = departments.map((department) =>
    [...Array(24).keys()].map((hour) => queueAt(WORLD, department, hours(hour))),
  )

  it('are met at some departments, at some hours, for up to forty minutes', () => {
    const busy = waits.filter((day) => Math.max(...day) > 0)
    expect(busy.length / waits.length).toBeGreaterThan(0.25)
    expect(busy.length / waits.length).toBeLessThan(0.45)
    for (const day of busy) {
      expect(day.filter((minutes) => minutes > 0).length).toBe(3)
      expect(Math.max(...day)).toBeLessThanOrEqual(40)
    }
  })

  it('are the same every day, and others in another world', () => {
    const other = { ...WORLD, seed: WORLD.seed + 1 }
    const again = departments.map((department) => queueAt(WORLD, department, 3 * DAY + hours(11)))
    expect(again).toEqual(waits.map((day) => day[11]))
    // Another object, since what was drawn for one is kept.
    const elsewhere = departments.map((one) => queueAt(other, { ...one }, hours(11)))
    expect(elsewhere).not.toEqual(again)
  })
})

describe('the time at which a task begins', () => {
  const tasks = [...Array(1500).keys()].map((index) => generateStreamTask(WORLD, index))
  const desksOf = (task: (typeof tasks)[number]) =>
    task.required_calls.map((id) => lineOf(WORLD, id).department)

  it('matters at no low level: every desk is open, and nobody waits', () => {
    for (const task of tasks.filter((one) => !isBusyLevel(one))) {
      for (const department of desksOf(task)) {
        const now = nowOf(task, WORLD)
        expect([task.id, isOpenAt(department.opening_hours, now)]).toEqual([task.id, true])
        expect([task.id, queueAt(WORLD, department, now)]).toEqual([task.id, 0])
      }
    }
  })

  it('meets closed desks, and queues, in a tenth to three tenths of the others', () => {
    const busy = tasks.filter(isBusyLevel)
    const shareOf = (fits: (task: (typeof tasks)[number]) => boolean): number =>
      busy.filter(fits).length / busy.length
    const closed = shareOf((task) =>
      desksOf(task).some((one) => !isOpenAt(one.opening_hours, nowOf(task, WORLD))),
    )
    const queued = shareOf((task) =>
      desksOf(task).some(
        (one) =>
          isOpenAt(one.opening_hours, nowOf(task, WORLD)) &&
          queueAt(WORLD, one, nowOf(task, WORLD)) > 0,
      ),
    )
    for (const share of [closed, queued]) {
      expect(share).toBeGreaterThan(0.1)
      expect(share).toBeLessThan(0.3)
    }
  })
})

describe('when to call', () => {
  const callable = (more: Partial<Callable>): Callable => ({
    opening: 'Mon-Fri 9:00-17:00',
    wait: () => 0,
    isAllowed: () => true,
    ...more,
  })
  const when = (from: string, more: Partial<Callable>): string =>
    sayMoment(timeToCall(at(from), callable(more)) ?? Number.NaN)

  it('is at once where somebody answers, else when they open', () => {
    expect(when('Tue 10:17', {})).toBe('Tue 10:17')
    expect(when('Tue 17:00', {})).toBe('Wed 9:00')
    expect(when('Fri 17:01', {})).toBe('Mon 9:00')
    expect(when('Sun 3:00', { opening: null })).toBe('Sun 3:00')
  })

  it('is later where one is through sooner by that, and only there', () => {
    const until10 = (minutes: number) => (moment: Moment) =>
      moment % DAY < hours(10) ? minutes : 0
    expect(when('Tue 9:50', { wait: until10(30) })).toBe('Tue 10:00')
    expect(when('Tue 9:20', { wait: until10(30) })).toBe('Tue 9:20')
  })

  it('is when one may, and never where one never may', () => {
    expect(when('Tue 9:50', { isAllowed: (moment) => moment % DAY >= hours(11) })).toBe('Tue 11:00')
    expect(timeToCall(0, callable({ isAllowed: () => false }))).toBeUndefined()
  })
})
