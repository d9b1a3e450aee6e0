// Guards what a run page says of the trend of success: no trend without evidence for one.
import { expect, it } from 'vitest'
import type { ChartPoint } from './curve-math.ts'
import { trendOf } from './trend.ts'

const curve = (n: number, ...means: readonly number[]): ChartPoint[] =>
  means.map((mean, x) => ({ x, n, mean, low: mean, high: mean, open: 0 }))

it('finds a rise that is larger than the spread between the points', () => {
  const trend = trendOf(curve(64, 0.1, 0.12, 0.08, 0.3, 0.3, 0.3, 0.5, 0.52, 0.48))
  expect(trend?.first).toBeCloseTo(0.1)
  expect(trend?.last).toBeCloseTo(0.5)
  expect(trend?.change.mean).toBeCloseTo(0.4)
  expect(trend?.change.low).toBeGreaterThan(0.25)
})

it('attributes the spread between points to chance, whatever the number of attempts', () => {
  // By its counts alone, a rise of ten points in 30,000 attempts would be certain.
  const { change } = trendOf(curve(10_000, 0.1, 0.5, 0.3, 0.3, 0.3, 0.3, 0.6, 0.2, 0.4)) ?? {}
  expect(change?.low).toBeLessThan(0)
  expect(change?.high).toBeGreaterThan(0)
})

it('has an interval even if no attempt succeeded', () => {
  const { change } = trendOf(curve(10, 0, 0, 0, 0, 0, 0)) ?? {}
  expect(change?.mean).toBe(0)
  expect(change?.low).toBeLessThan(-0.05)
  expect(change?.high).toBeGreaterThan(0.05)
})

it('weighs points by their attempts, and needs at least six', () => {
  const points = curve(10, 0, 0, 0.5, 0.5, 0, 1)
  const [one, other, ...rest] = points.toReversed()
  if (one === undefined || other === undefined) throw new Error()
  const weighed = [...rest.reverse(), { ...other, n: 30 }, { ...one, n: 10 }]
  expect(trendOf(weighed)?.last).toBeCloseTo(0.25)
  expect(trendOf(points.slice(1))).toBeUndefined()
})
