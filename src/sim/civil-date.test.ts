// Guards days and weekdays: the pure calendar agrees with that of the engine.
import { expect, it } from 'vitest'
import { dayAfter, weekdayOf } from './civil-date.ts'

it('counts days and weekdays as the engine does, over leap years and centuries', () => {
  for (const start of ['1999-12-28', '2024-02-25', '2026-01-05', '2099-12-30']) {
    for (let days = -500; days < 500; days += 7) {
      const date = new Date(Date.parse(`${start}T00:00:00Z`) + days * 86_400_000)
      const said = date.toISOString().slice(0, 10)
      expect(dayAfter(start, days)).toBe(said)
      expect([said, weekdayOf(said)]).toEqual([said, (date.getUTCDay() + 6) % 7])
    }
  }
})
