// Guards what is made of curves before they are drawn: smoothing, other axes, means over seeds.
import { expect, it } from 'vitest'
import {
  meanCurve,
  remapX,
  roundTicks,
  seedFamily,
  smoothCurve,
  withoutSeed,
} from './curve-math.ts'

const curve = (...means: readonly number[]) =>
  means.map((mean, x) => ({ x, mean, n: 4, low: mean - 1, high: mean + 1, open: 0 }))

it.each([
  ['sweep-seed3', 'sweep'],
  ['sweep_s12', 'sweep'],
  ['sweep-3', 'sweep'],
  ['sweep seed=3', 'sweep'],
  ['sweep', 'sweep'],
  ['7', '7'],
])('finds the name that seeds of %s share', (name, base) => {
  expect(withoutSeed(name)).toBe(base)
})

it('smooths without a bias to the first value, and not at all with weight 0', () => {
  const points = curve(1, 0, 1)
  expect(smoothCurve(points, 0)).toBe(points)
  expect(smoothCurve(curve(2, 2, 2), 0.9).map(({ mean }) => mean)).toEqual([2, 2, 2])
  expect(smoothCurve(points, 0.5)[1]?.mean).toBeCloseTo(1 / 3)
})

it('moves points to the positions of their batches', () => {
  const steps = [
    { step: 1, mean: 100 },
    { step: 3, mean: 300 },
  ]
  expect(remapX(curve(5, 6, 7, 8), steps).map(({ x, mean }) => [x, mean])).toEqual([
    [100, 6],
    [100, 7],
    [300, 8],
  ])
})

it('averages seeds wherever two have a value, with interpolation', () => {
  const longer = [0, 2, 4].map((x) => ({ x, mean: x, n: 1, low: x, high: x, open: 0 }))
  const points = meanCurve([curve(2, 2, 2), longer])
  expect(points.map(({ x, mean, n }) => [x, mean, n])).toEqual([
    [0, 1, 2],
    [1, 1.5, 2],
    [2, 2, 2],
  ])
  expect(points[0]?.low).toBeCloseTo(1 - 12.71)
  expect(points[2]).toMatchObject({ low: 2, high: 2 })
})

it.each([
  [0, 0.629, [0, 0.2, 0.4, 0.6, 0.8]],
  [0, 1, [0, 0.5, 1]],
  [0, 49.143, [0, 20, 40, 60]],
  [-0.03, 0.546, [-0.2, 0, 0.2, 0.4, 0.6]],
  [0, 0.000021, [0, 0.00001, 0.00002, 0.00003]],
  [3, 2_304, [0, 1_000, 2_000, 3_000]],
])('holds the values from %d to %d between round ones', (low, high, ticks) => {
  expect(roundTicks(low, high, 4)).toEqual(ticks)
})

it('takes runs for seeds of one another only if no other setting differs', () => {
  const settings = (seed: number, lr: number | string, folder: string) => ({
    ...{ run: `lr-${seed}`, 'data.seed': seed, lr, output: `./out/${folder}` },
  })
  const first = seedFamily('lr-1e-5', settings(1, 1e-5, 'a-seed1'))
  expect(seedFamily('lr-1e-6', settings(2, 1e-5, 'a-seed2'))).toBe(first)
  expect(seedFamily('lr-1e-6', settings(1, 1e-6, 'a-seed1'))).not.toBe(first)
  expect(seedFamily('a-1', settings(1, '1e-5', 'a'))).not.toBe(
    seedFamily('a-2', settings(1, '1e-6', 'a')),
  )
  expect(seedFamily('sweep-seed1', undefined)).toBe(seedFamily('sweep-seed2', undefined))
})
