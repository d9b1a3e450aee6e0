// Guards that reported values have the axis that they are reported by: steps are no episodes.
import { expect, it } from 'vitest'
import { type CurveView, pointsInView, reportedView, toAxis } from './axis.ts'

const point = (x: number) => ({ x, n: 1, mean: 0.5, low: 0.5, high: 0.5, open: 0 })
const viewOn = (name: 'batch' | 'episodes' | 'time'): CurveView => ({
  ...{ axis: toAxis(name, null), smoothing: 'none', range: [3_000, 6_000] },
})

it('shows all steps beside a part of the axis of episodes, and says that they are steps', () => {
  const { view, label } = reportedView(viewOn('episodes'))
  expect(label).toBe('step')
  expect(pointsInView([point(0), point(200)], view).points).toHaveLength(2)
})

it.each(['batch', 'time'] as const)('keeps the axis of %s and its part', (name) => {
  const { view, label } = reportedView(viewOn(name))
  expect(label).toBe(name)
  expect(pointsInView([point(10), point(4_000)], view).points).toEqual([point(4_000)])
})
