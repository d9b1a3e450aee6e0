// Guards that drawn conventions are as hard as the usual ones, and that the usual ones fail there.
import { describe, expect, it } from 'vitest'
import { scenariosOf, solves, type View } from './belief.ts'
import { bestForm } from './best-form.ts'
import { ceilingsOf, taskView, truthOf } from './ceilings.ts'
import { generateWorld } from './companies.ts'
import { conventionsOf, proofsOf } from './conventions.ts'
import { bitOf, setOf } from './field-set.ts'
import { INDUSTRIES, INDUSTRY_HABITS } from './tables/industries.ts'
import { exceptionOf, USAGE } from './tables/usage.ts'
import { generateSplit } from './tasks.ts'

const SEEDS = [1, 2, 3, 4, 5, 6]

describe('drawn conventions', () => {
  it('are the same for a seed, and the usual ones without', () => {
    const usual = conventionsOf(undefined)
    for (const industry of INDUSTRIES) {
      expect(usual.usageOf(industry)).toBe(USAGE[industry])
      for (const seed of SEEDS) {
        const again = conventionsOf(seed).usageOf(industry)
        expect(conventionsOf(seed).usageOf(industry)).toEqual(again)
      }
    }
  })

  it('take the proofs that the industry has, in another order, and keep its numbers', () => {
    for (const seed of SEEDS) {
      const { usageOf, exceptionOf: drawnAt } = conventionsOf(seed)
      for (const industry of INDUSTRIES) {
        const [usual, usage] = [USAGE[industry], usageOf(industry)]
        expect(new Set(proofsOf(usage))).toEqual(new Set(proofsOf(usual)))
        expect([usage.main, usage.own]).toEqual([usual.main, usual.own])
        expect(usage.first).not.toBe(usage.second)
        for (const kind of INDUSTRY_HABITS[industry].departments) {
          const { main, first, second } = drawnAt(industry, kind)
          expect(main).toBe(exceptionOf(industry, kind).main)
          for (const field of [first, second]) {
            if (field !== undefined) expect(proofsOf(usual)).toContain(field)
          }
        }
      }
    }
  })

  it('differ from the usual ones in most industries, and among each other', () => {
    const ordered = [undefined, ...SEEDS].map((seed) =>
      INDUSTRIES.map((industry) => proofsOf(conventionsOf(seed).usageOf(industry)).join()),
    )
    for (const [at, one] of ordered.entries()) {
      for (const other of ordered.slice(at + 1)) {
        expect(one.filter((usage, place) => usage === other[place]).length).toBeLessThanOrEqual(2)
      }
    }
  })
})

describe('a world of drawn conventions', () => {
  const world = generateWorld(4, 100, 9)
  const tasks = generateSplit(world, 'train', 200)

  it('is as easy with its conventions, and half as easy with the usual ones', () => {
    const solved = (viewed: (view: View) => View): number =>
      tasks.filter((task) => {
        const view = viewed(taskView(task, world))
        const told = view.tells === null ? 0 : bitOf(view.tells)
        const form = setOf(bestForm(scenariosOf(view), view.tells).form)
        return solves(truthOf(task, world), form & ~told, told)
      }).length / tasks.length
    expect(solved((view) => view)).toBeGreaterThan(0.75)
    expect(solved((view) => ({ ...view, conventions: undefined }))).toBeLessThan(0.55)
  })

  it('reveals all needed fields after one or two critiques, and the oracle wins every task', () => {
    const all = ceilingsOf(tasks, world).at(-1)
    expect(all?.oracle).toBe(1)
    expect(all?.after_critiques.critiques_2).toBeGreaterThan(0.98)
  })
})
