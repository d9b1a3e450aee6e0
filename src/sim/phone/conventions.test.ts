// Guards that drawn conventions are as hard as the usual ones, and that the usual ones fail there.
import { describe, expect, it } from 'vitest'
import { listScenarios, type PublicView, solvesTask } from './belief.ts'
import { bestForm } from './best-form.ts'
import { computeCeilings, taskView, trueScenario } from './ceilings.ts'
import { generateWorld } from './companies.ts'
import { getConventions, listProofs } from './conventions.ts'
import { fieldBit, toFieldSet } from './field-set.ts'
import { INDUSTRIES, INDUSTRY_HABITS } from './tables/industries.ts'
import { findException, USAGE } from './tables/usage.ts'
import { generateSplit } from './tasks.ts'

const SEEDS = [1, 2, 3, 4, 5, 6]

describe('drawn conventions', () => {
  it('are the same for a seed, and the usual ones without', () => {
    const usual = getConventions(undefined)
    for (const industry of INDUSTRIES) {
      expect(usual.usageFor(industry)).toBe(USAGE[industry])
      for (const seed of SEEDS) {
        const again = getConventions(seed).usageFor(industry)
        expect(getConventions(seed).usageFor(industry)).toEqual(again)
      }
    }
  })

  it('take the proofs that the industry has, in another order, and keep its numbers', () => {
    for (const seed of SEEDS) {
      const { usageFor, exceptionFor: drawnAt } = getConventions(seed)
      for (const industry of INDUSTRIES) {
        const [usual, usage] = [USAGE[industry], usageFor(industry)]
        expect(new Set(listProofs(usage))).toEqual(new Set(listProofs(usual)))
        expect([usage.main, usage.own]).toEqual([usual.main, usual.own])
        expect(usage.first).not.toBe(usage.second)
        for (const kind of INDUSTRY_HABITS[industry].departments) {
          const { main, first, second } = drawnAt(industry, kind)
          expect(main).toBe(findException(industry, kind).main)
          for (const field of [first, second]) {
            if (field !== undefined) expect(listProofs(usual)).toContain(field)
          }
        }
      }
    }
  })

  it('differ from the usual ones in most industries, and among each other', () => {
    const ordered = [undefined, ...SEEDS].map((seed) =>
      INDUSTRIES.map((industry) => listProofs(getConventions(seed).usageFor(industry)).join()),
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
    const solved = (viewed: (view: PublicView) => PublicView): number =>
      tasks.filter((task) => {
        const view = viewed(taskView(task, world))
        const told = view.tells === null ? 0 : fieldBit(view.tells)
        const form = toFieldSet(bestForm(listScenarios(view), view.tells).form)
        return solvesTask(trueScenario(task, world), form & ~told, told)
      }).length / tasks.length
    expect(solved((view) => view)).toBeGreaterThan(0.75)
    expect(solved((view) => ({ ...view, conventions: undefined }))).toBeLessThan(0.55)
  })

  it('reveals all needed fields after one or two critiques, and the oracle wins every task', () => {
    const all = computeCeilings(tasks, world).at(-1)
    expect(all?.oracle).toBe(1)
    expect(all?.after_critiques.critiques_2).toBeGreaterThan(0.98)
  })
})
