/** Guards the statistics against known results and against laws that hold for all inputs. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shareOf, wilson } from '../../sim/wilson.ts'
import { meanHeight } from './area.ts'
import { arrivalAt } from './arrival.ts'
import { bootstrap, bootstrapMean, quantile } from './bootstrap.ts'
import { measureDiversity, sequenceDistance } from './diversity.ts'
import { meanOrNull, meanReward } from './mean.ts'
import { type NeededPair, pairedRatio } from './paired-ratio.ts'
import { allOfK, passAtK } from './pass-at-k.ts'
import { studentInterval, studentQuantile } from './student.ts'

describe('means', () => {
  it('are null without values, and free of rounding errors for rewards', () => {
    expect([meanOrNull([]), meanReward([])]).toEqual([null, null])
    expect(meanReward([0.1, 0.2, 0.3, 0.4, 0.7, 0.1])).toBe(0.3)
  })
})

describe('the Wilson interval', () => {
  it.each([
    [0, 10, 0, 0.2775],
    [5, 10, 0.2366, 0.7634],
    [10, 10, 0.7225, 1],
    [81, 263, 0.2553, 0.3662],
  ])('of %i in %i', (successes, trials, low, high) => {
    const [lower, upper] = wilson(successes, trials)
    expect(lower).toBeCloseTo(low, 4)
    expect(upper).toBeCloseTo(high, 4)
  })

  it('contains the share, stays within 0 to 1, and is symmetric', () => {
    fc.assert(
      fc.property(fc.nat(5_000), fc.nat(5_000), (one, other) => {
        const [successes, trials] = [Math.min(one, other), Math.max(one, other)]
        const { rate, low, high } = shareOf(successes, trials)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        expect(low - 1e-12).toBeLessThanOrEqual(rate ?? 0.5)
        expect(high + 1e-12).toBeGreaterThanOrEqual(rate ?? 0.5)
        expect(wilson(trials - successes, trials)[0]).toBeCloseTo(1 - high, 10)
      }),
    )
  })

  it('has no rate without trials', () => {
    expect(shareOf(0, 0)).toEqual({ successes: 0, trials: 0, rate: null, low: 0, high: 1 })
  })
})

describe('pass@k', () => {
  it.each([
    [10, 3, 1, 0.3],
    [10, 3, 5, 1 - 21 / 252],
    [4, 1, 4, 1],
    [4, 0, 4, 0],
    [200, 1, 100, 0.5],
  ])('of %i attempts with %i successes, k = %i', (attempts, successes, k, expected) => {
    expect(passAtK(attempts, successes, k)).toBeCloseTo(expected, 12)
  })

  it('is the share of choices of k attempts that contain a success', () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 9 }),
        fc.nat(8),
        (attempts, some) => {
          const k = 1 + (some % attempts.length)
          let chosen = 0
          let holding = 0
          for (let mask = 0; mask < 2 ** attempts.length; mask++) {
            const picked = attempts.filter((_, at) => (mask >> at) & 1)
            if (picked.length !== k) continue
            chosen += 1
            if (picked.includes(true)) holding += 1
          }
          const successes = attempts.filter(Boolean).length
          expect(passAtK(attempts.length, successes, k)).toBeCloseTo(holding / chosen, 12)
        },
      ),
    )
  })

  it('grows with k and successes, and stays within 0 to 1 even if binomials overflow', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 5_000 }), fc.nat(), fc.nat(), (n, c, some) => {
        const successes = c % n
        const k = 1 + (some % (n - 1))
        const value = passAtK(n, successes, k)
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
        expect(passAtK(n, successes, k + 1)).toBeGreaterThanOrEqual(value)
        expect(passAtK(n, successes + 1, k)).toBeGreaterThanOrEqual(value)
      }),
    )
  })

  it.each([
    [3, 1, 4],
    [3, 4, 1],
    [3, -1, 1],
    [3, 1, 0],
    [3.5, 1, 1],
  ])('refuses %d attempts with %d successes, k = %d', (attempts, successes, k) => {
    expect(() => passAtK(attempts, successes, k)).toThrow(RangeError)
  })
})

describe('success in all of k', () => {
  it('is the share of choices of k attempts without a failure', () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 9 }),
        fc.nat(8),
        (attempts, some) => {
          const k = 1 + (some % attempts.length)
          const choices = Array.from({ length: 2 ** attempts.length }, (_, mask) =>
            attempts.filter((_, at) => (mask >> at) & 1),
          ).filter(({ length }) => length === k)
          const whole = choices.filter((picked) => !picked.includes(false)).length
          const successes = attempts.filter(Boolean).length
          expect(allOfK(attempts.length, successes, k)).toBeCloseTo(whole / choices.length, 12)
        },
      ),
    )
  })
})

describe('the bootstrap', () => {
  const seeded = { seed: 7 }

  it('is close to the normal interval of a mean', () => {
    const values = Array.from({ length: 400 }, (_, at) => at % 20)
    const [low, high] = bootstrapMean(values, seeded) ?? [0, 0]
    const error = 1.96 * Math.sqrt((20 ** 2 - 1) / 12 / 400)
    expect(Math.abs(low - (9.5 - error))).toBeLessThan(0.06)
    expect(Math.abs(high - (9.5 + error))).toBeLessThan(0.06)
  })

  it('has about its nominal coverage', () => {
    const truths = Array.from({ length: 200 }, (_, trial) => {
      const [, ...values] = drawsOf(trial, 41)
      const [low, high] = bootstrapMean(values, { seed: trial, resamples: 400 }) ?? [0, 0]
      return low <= 0.5 && high >= 0.5
    })
    const share = truths.filter(Boolean).length / truths.length
    expect(share).toBeGreaterThan(0.88)
    expect(share).toBeLessThan(0.99)
  })

  it('is equal for equal seeds only', () => {
    const values = [1, 4, 2, 8, 5, 7, 3]
    expect(bootstrapMean(values, seeded)).toEqual(bootstrapMean(values, seeded))
    expect(bootstrapMean(values, seeded)).not.toEqual(bootstrapMean(values, { seed: 8 }))
  })

  it('stays within the values, has no width for equal ones, and is null without any', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1, maxLength: 12 }), (values) => {
        const [low, high] = bootstrapMean(values, { seed: 1, resamples: 50 }) ?? [0, 0]
        expect(low).toBeLessThanOrEqual(high)
        expect(low).toBeGreaterThanOrEqual(Math.min(...values))
        expect(high).toBeLessThanOrEqual(Math.max(...values))
      }),
    )
    expect(bootstrapMean([3, 3, 3], seeded)).toEqual([3, 3])
    expect(bootstrapMean([], seeded)).toBeNull()
    expect(bootstrap([1, 2], () => null, seeded)).toBeNull()
  })

  it('interpolates quantiles between values', () => {
    expect([0, 0.25, 0.5, 1].map((share) => quantile([0, 10, 20, 30, 40], share))).toEqual([
      0, 10, 20, 40,
    ])
    expect(quantile([0, 10], 0.025)).toBeCloseTo(0.25, 12)
  })
})

/** Numbers in [0, 1) from a simple generator of these tests. */
function drawsOf(seed: number, count: number): number[] {
  let state = (seed * 2654435761 + 12345) >>> 0
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  })
}

describe("Student's interval", () => {
  /** Normal numbers from uniform ones (Box and Muller 1958). */
  const normals = (seed: number, count: number): number[] => {
    const [, ...uniforms] = drawsOf(seed, 2 * count + 1)
    return Array.from({ length: count }, (_, at) => {
      const [one = 0, other = 0] = uniforms.slice(2 * at, 2 * at + 2)
      return Math.sqrt(-2 * Math.log(1 - one)) * Math.cos(2 * Math.PI * other)
    })
  }
  const covered = (
    count: number,
    of: (values: number[], seed: number) => [number, number] | null,
  ) =>
    Array.from({ length: 2_000 }, (_, trial) => {
      const [low, high] = of(normals(trial + 1, count), trial) ?? [1, 1]
      return low <= 0 && high >= 0
    }).filter(Boolean).length / 2_000

  it.each([5, 10, 20])('has its nominal coverage with %i seeds', (count) => {
    const share = covered(count, (values) => studentInterval(values) as [number, number])
    expect(share).toBeGreaterThan(0.935)
    expect(share).toBeLessThan(0.965)
  })

  it('covers more than a percentile bootstrap with few values', () => {
    const percentiles = (values: number[], seed: number) =>
      bootstrapMean(values, { seed, resamples: 100 }) as [number, number]
    expect(covered(5, percentiles)).toBeLessThan(0.87)
  })

  it('has the quantiles of the distribution, in the table and beyond it', () => {
    /**
     * The probability between -t and t, by Simpson's rule over the density, which needs no
     * constant.
     */
    const within = (t: number, freedom: number): number => {
      const density = (x: number): number => (1 + x ** 2 / freedom) ** (-(freedom + 1) / 2)
      // x = tan(angle) maps the whole line to a finite range.
      const area = (end: number): number => {
        const width = end / 4_000
        let sum = 0
        for (let at = 0; at <= 4_000; at++) {
          const angle = at * width
          const value =
            at * width >= Math.PI / 2 ? 0 : density(Math.tan(angle)) / Math.cos(angle) ** 2
          sum += value * (at === 0 || at === 4_000 ? 1 : at % 2 === 1 ? 4 : 2)
        }
        return (sum * width) / 3
      }
      return area(Math.atan(t)) / area(Math.PI / 2 - 1e-9)
    }
    for (const freedom of [1, 2, 3, 4, 9, 19, 29, 30, 31, 40, 99, 1_000]) {
      expect(within(studentQuantile(freedom), freedom)).toBeCloseTo(0.95, 3)
    }
  })

  it('is null for fewer than two values', () => {
    expect([studentInterval([]), studentInterval([1])]).toEqual([null, null])
    expect(studentInterval([2, 2, 2])).toEqual([2, 2])
  })
})

describe('paired ratios', () => {
  const arrived = (amount: number) => ({ amount, censored: false })
  const censored = (amount: number) => ({ amount, censored: true })
  const ratio = (pairs: readonly NeededPair[]) => pairedRatio(pairs)

  it('are averaged geometrically', () => {
    const pairs = [
      { base: arrived(400), other: arrived(100) },
      { base: arrived(100), other: arrived(100) },
    ]
    const { ratio: mean, interval, ...rest } = ratio(pairs)
    expect(mean).toBeCloseTo(2, 12)
    const reach = 12.706 * Math.log(2)
    expect(Math.log(interval?.[0] ?? 0)).toBeCloseTo(Math.log(2) - reach, 9)
    expect(Math.log(interval?.[1] ?? 0)).toBeCloseTo(Math.log(2) + reach, 9)
    expect(rest).toEqual({ pairs: 2, baseCensored: 0, otherCensored: 0, reading: 'exact' })
  })

  it.each([
    ['base', [{ base: censored(800), other: arrived(200) }], 4, 'at_least'],
    ['the other', [{ base: arrived(200), other: censored(800) }], 0.25, 'at_most'],
    ['both', [{ base: censored(800), other: censored(400) }], 1, 'either_way'],
    ['the other, early', [{ base: arrived(700), other: censored(400) }], 1, 'either_way'],
  ] as const)('count a pair in which %s never arrived', (_, pairs, expected, reading) => {
    expect(ratio(pairs)).toMatchObject({ pairs: 1, reading })
    expect(ratio(pairs).ratio).toBeCloseTo(expected, 12)
  })

  it('are never further from 1 than the truth if runs are censored', () => {
    const amount = fc.integer({ min: 1, max: 10_000 })
    fc.assert(
      fc.property(amount, amount, amount, amount, (base, other, baseLimit, otherLimit) => {
        const seen = (needed: number, limit: number) =>
          needed > limit ? censored(limit) : arrived(needed)
        const pair = { base: seen(base, baseLimit), other: seen(other, otherLimit) }
        const told = Math.log(ratio([pair]).ratio ?? 0)
        const truth = Math.log(base / other)
        expect(told * truth).toBeGreaterThanOrEqual(-1e-12)
        expect(Math.abs(told)).toBeLessThanOrEqual(Math.abs(truth) + 1e-12)
      }),
    )
  })

  it('are inverted if the arms are exchanged', () => {
    const pairs = [
      { base: arrived(300), other: censored(900) },
      { base: arrived(500), other: arrived(100) },
    ]
    const turned = pairs.map(({ base, other }) => ({ base: other, other: base }))
    expect(ratio(turned).ratio).toBeCloseTo(1 / (ratio(pairs).ratio ?? 0), 12)
  })

  it('are null without pairs, and refuse amounts that are not positive', () => {
    expect(ratio([])).toMatchObject({ pairs: 0, ratio: null, interval: null })
    expect(() => ratio([{ base: arrived(0), other: arrived(1) }])).toThrow(/needed 0/)
  })
})

describe('the area under a curve', () => {
  const ramp = [
    { x: 0, y: 0 },
    { x: 10, y: 1 },
  ]

  it('is the mean height by the trapezoid rule', () => {
    expect(meanHeight(ramp)).toBe(0.5)
    expect(meanHeight(ramp, 0, 5)).toBe(0.25)
    expect(meanHeight(ramp, 0, 20)).toBe(0.75)
    expect(meanHeight(ramp, 4, 4)).toBe(0.4)
    expect(meanHeight([{ x: 3, y: 0.2 }], 0, 9)).toBeCloseTo(0.2, 12)
    expect(meanHeight([])).toBeNull()
  })

  it('refuses points out of order, and a range that ends before it starts', () => {
    expect(() => meanHeight(ramp.toReversed())).toThrow(/not in order/)
    expect(() => meanHeight(ramp, 5, 4)).toThrow(/ends before/)
  })

  it('does not change if a point on the line is added', () => {
    const heights = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 2, maxLength: 8 })
    fc.assert(
      fc.property(heights, fc.nat(), (values, some) => {
        const points = values.map((y, at) => ({ x: at * 2, y }))
        const at = some % (values.length - 1)
        const middle = ((values[at] ?? 0) + (values[at + 1] ?? 0)) / 2
        const more = points.toSpliced(at + 1, 0, { x: at * 2 + 1, y: middle })
        expect(meanHeight(more)).toBeCloseTo(meanHeight(points) ?? Number.NaN, 9)
      }),
    )
  })
})

describe('the arrival at a threshold', () => {
  const curve = (...heights: readonly number[]) => heights.map((y, at) => ({ x: 64 * at, y }))

  it('needs two evaluations in a row', () => {
    expect(arrivalAt(curve(0.1, 0.7, 0.6, 0.7, 0.8, 0.2), 0.7)).toEqual({
      status: 'arrived',
      at: 192,
    })
    expect(arrivalAt(curve(0.1, 0.7, 0.6, 0.7), 0.7)).toEqual({ status: 'censored', at: 192 })
    expect(arrivalAt([], 0.7)).toEqual({ status: 'censored', at: 0 })
  })

  it('is never earlier for a higher threshold', () => {
    const heights = fc.array(fc.integer({ min: 0, max: 10 }), { maxLength: 20 })
    fc.assert(
      fc.property(heights, fc.nat(10), fc.nat(10), (values, one, other) => {
        const low = arrivalAt(curve(...values), Math.min(one, other))
        const high = arrivalAt(curve(...values), Math.max(one, other))
        if (high.status === 'censored') return
        expect(low.status).toBe('arrived')
        expect(low.at).toBeLessThanOrEqual(high.at)
      }),
    )
  })
})

describe('diversity', () => {
  const rollout = (...tools: readonly string[]) => ({ turns: tools, tools })

  it('counts different sequences and the distance of their tools', () => {
    const group = [
      rollout('look', 'form', 'call'),
      rollout('look', 'call'),
      rollout('look', 'call'),
    ]
    const { distinctShare, toolDistance } = measureDiversity(group) ?? {}
    expect(distinctShare).toBeCloseTo(2 / 3, 12)
    expect(toolDistance).toBeCloseTo((1 / 3 + 1 / 3 + 0) / 3, 12)
  })

  it('is lowest for equal rollouts, highest if nothing is shared, and null for one', () => {
    const [one, other] = [rollout('a'), rollout('b')]
    expect(measureDiversity([one, one])).toEqual({ distinctShare: 0.5, toolDistance: 0 })
    expect(measureDiversity([one, other])).toEqual({ distinctShare: 1, toolDistance: 1 })
    expect(measureDiversity([rollout(), rollout()])).toEqual({
      distinctShare: 0.5,
      toolDistance: 0,
    })
    expect(measureDiversity([one])).toBeNull()
  })

  it('uses a metric: zero for equal sequences, symmetric, with the triangle inequality', () => {
    const word = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 7 })
    expect(sequenceDistance([...'kitten'], [...'sitting'])).toBe(3)
    fc.assert(
      fc.property(word, word, word, (one, two, three) => {
        const direct = sequenceDistance(one, two)
        expect(sequenceDistance(one, one)).toBe(0)
        expect(sequenceDistance(two, one)).toBe(direct)
        expect(direct).toBeLessThanOrEqual(
          sequenceDistance(one, three) + sequenceDistance(three, two),
        )
        expect(direct).toBeGreaterThanOrEqual(Math.abs(one.length - two.length))
        expect(direct).toBeLessThanOrEqual(Math.max(one.length, two.length))
      }),
    )
  })
})
