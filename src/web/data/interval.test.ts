// Guards the intervals of shares and means against published values.
import { expect, it } from 'vitest'
import { meanInterval, wilsonInterval } from './interval.ts'

it('gives Wilson’s interval', () => {
  expect(wilsonInterval(0, 2)).toMatchObject({ mean: 0, low: 0, high: expect.closeTo(0.658, 3) })
  expect(wilsonInterval(1, 6)?.low).toBeCloseTo(0.0301, 3)
  expect(wilsonInterval(1, 6)?.high).toBeCloseTo(0.5635, 3)
  expect(wilsonInterval(0, 0)).toBeUndefined()
})

it('gives a mean with its interval', () => {
  const { mean, low, high } = meanInterval([0, 1, 0, 1]) ?? { mean: 0, low: 0, high: 0 }
  expect([mean, low, high].map((value) => Math.round(value * 1_000))).toEqual([500, -66, 1_066])
  expect(meanInterval([])).toBeUndefined()
})
