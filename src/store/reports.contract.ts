import { expect, it } from 'vitest'
import type { EventStore } from './event-store.ts'
import { BEFORE_ALL, type ReportLimits } from './run-reports.ts'
import type { TestClock } from './store.contract.ts'

const ROOMY: ReportLimits = {
  ...{ runs: 9, size: 10_000, pointsOfRun: 100, namesOfRun: 9, settingsOfRun: 9 },
}
const ONE = { principal: 'local', run: 'one' }
const NONE = { configuration: {}, points: [] }

/** What every store must do with what trainers report: merge, find, page, bound, prune. */
export function reportsContract(getStore: () => EventStore, clock: TestClock): void {
  mergeContract(getStore, clock)
  boundContract(getStore, clock)
}

function mergeContract(getStore: () => EventStore, clock: TestClock): void {
  it('joins what is reported by name and step, and the same again changes nothing', async () => {
    const { reports } = getStore()
    const first = { step: 4, values: { loss: 2, lr: 0.1 } }
    await reports.add(ONE, { configuration: { lr: 0.1, a: null }, points: [first] }, ROOMY)
    clock.ms += 500
    const more = [
      { step: 4, values: { loss: 1.5, kl: 0 } },
      { step: 2, values: { lr: 9 } },
    ]
    const entry = { configuration: { a: true }, points: more }
    const joined = await reports.add(ONE, entry, ROOMY)
    expect(await reports.add(ONE, entry, ROOMY)).toEqual(joined)
    const report = await reports.find('one', 'local')
    expect({ report }).toEqual(joined)
    expect(report).toMatchObject({
      ...{ ...ONE, points: 2, firstMs: 1_000, updatedMs: 1_500 },
      configuration: { lr: 0.1, a: true },
      latest: { loss: [4, 1.5], kl: [4, 0], lr: [4, 0.1] },
    })
    expect(await reports.points(ONE, BEFORE_ALL, 9)).toEqual([
      { step: 2, atMs: 1_500, values: { lr: 9 } },
      { step: 4, atMs: 1_000, values: { loss: 1.5, lr: 0.1, kl: 0 } },
    ])
    expect(await reports.points(ONE, BEFORE_ALL, 1)).toHaveLength(1)
    expect(await reports.points(ONE, 2, 9)).toMatchObject([{ step: 4 }])
    expect((await getStore().check()).problems).toEqual([])
  })

  it('keeps principals apart, and finds the one that changed last', async () => {
    const { reports } = getStore()
    const other = { principal: 'other', run: 'one' }
    await reports.add(other, { ...NONE, configuration: { whose: 'other' } }, ROOMY)
    clock.ms += 1
    await reports.add(ONE, { ...NONE, configuration: { whose: 'mine' } }, ROOMY)
    expect(await reports.find('one')).toMatchObject(ONE)
    expect(await reports.find('one', 'other')).toMatchObject(other)
    expect(await reports.find('one', 'nobody')).toBeUndefined()
    expect(await reports.find('two')).toBeUndefined()
    expect(await reports.points({ ...ONE, run: 'two' }, BEFORE_ALL, 9)).toEqual([])
  })
}

function boundContract(getStore: () => EventStore, clock: TestClock): void {
  it.each([
    ['runs', { runs: 1 }, { run: 'two' }, 'runs have reports already'],
    ['size', { size: 40 }, {}, 'characters'],
    ['points', { pointsOfRun: 1 }, {}, 'steps'],
    ['names', { namesOfRun: 1 }, {}, 'names of values'],
    ['settings', { settingsOfRun: 1 }, {}, 'settings'],
  ])(
    'refuses what goes beyond the limit of %s, and stores nothing of it',
    async (_, limit, where, words) => {
      const { reports } = getStore()
      const limits = { ...ROOMY, ...limit }
      const first = { configuration: { a: 1 }, points: [{ step: 0, values: { a: 1 } }] }
      await reports.add(ONE, first, limits)
      const before = await reports.find('one')
      const entry = { configuration: { b: 1 }, points: [{ step: 1, values: { b: 'x'.length } }] }
      const answer = await reports.add({ ...ONE, ...where }, entry, limits)
      expect(answer.refused).toContain(words)
      expect(await reports.find('one')).toEqual(before)
      expect(await reports.points(ONE, BEFORE_ALL, 9)).toHaveLength(1)
      expect(await reports.find('two')).toBeUndefined()
    },
  )

  it('counts what many write at once, each whole', async () => {
    const { reports } = getStore()
    const entry = (step: number) => ({
      ...NONE,
      points: [{ step, values: { [`n${step}`]: step } }],
    })
    await Promise.all([0, 1, 2, 3, 4].map((step) => reports.add(ONE, entry(step), ROOMY)))
    const report = await reports.find('one')
    expect(report?.points).toBe(5)
    expect(Object.keys(report?.latest ?? {}).sort()).toEqual(['n0', 'n1', 'n2', 'n3', 'n4'])
  })

  it('forgets with a prune what has not changed since', async () => {
    const { reports } = getStore()
    await reports.add(ONE, { ...NONE, points: [{ step: 0, values: { a: 1 } }] }, ROOMY)
    clock.ms = 5_000
    await reports.add({ ...ONE, run: 'two' }, NONE, ROOMY)
    await getStore().prune({ beforeMs: 4_000, includeOpen: false, dryRun: true })
    expect(await reports.find('one')).toBeDefined()
    await getStore().prune({ beforeMs: 4_000, includeOpen: false })
    expect(await reports.find('one')).toBeUndefined()
    expect(await reports.points(ONE, BEFORE_ALL, 9)).toEqual([])
    expect(await reports.find('two')).toBeDefined()
    expect((await getStore().check()).problems).toEqual([])
  })
}
