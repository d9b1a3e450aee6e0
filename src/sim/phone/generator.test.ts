// Guards the generator: same bytes, factored requirements, solvable tasks, shares and ceilings.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { computeCeilings } from './ceilings.ts'
import { generateWorld } from './companies.ts'
import { factorCounts } from './factors.ts'
import type { Quirks } from './quirks.ts'
import { deriveRequirements, fieldsNeeded, predecessorsOf } from './requirements.ts'
import { CLEARANCE, requestableServices, requirementsAt, servicesForKind } from './services.ts'
import { DEPARTMENT_KINDS, type DepartmentKind } from './tables/departments.ts'
import { LACKABLE } from './tables/fields.ts'
import { INDUSTRIES, INDUSTRY_HABITS } from './tables/industries.ts'
import { TRAIT_SENTENCES, TRAIT_SHARES, TRAITS } from './tables/traits.ts'
import type { PhoneTask } from './task.ts'
import { generateSplit, generateStreamTask } from './tasks.ts'
import { findCompany, findLine, findLineByNumber } from './world.ts'

const WORLD = generateWorld(7, 100)
const TRAIN = generateSplit(WORLD, 'train', 500)
const TEST = generateSplit(WORLD, 'test', 500)
/** What the departments of a task want, in the order of its calls. */
const wantsIn = (task: PhoneTask) =>
  task.required_calls.map((id) => {
    const goal = task.goals.find(({ department }) => department === id)
    return requirementsAt(findLine(WORLD, id).department, goal?.service ?? CLEARANCE)
  })
const hash = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)

describe('the world generator', () => {
  it('gives the same bytes for the same seed, today and tomorrow', () => {
    expect(hash(generateWorld(7, 100))).toBe(hash(WORLD))
    expect([hash(WORLD), hash(TRAIN), hash(generateStreamTask(WORLD, 123))]).toMatchInlineSnapshot(`
      [
        "c3a6ce6fe32f4f36",
        "71fca40f84de7428",
        "553adf4d5c32bd99",
      ]
    `)
    expect(hash(generateWorld(8, 100))).not.toBe(hash(WORLD))
  })

  it('makes companies of all industries with departments of their own', () => {
    const { companies } = WORLD
    expect(new Set(companies.map(({ industry }) => industry)).size).toBe(INDUSTRIES.length)
    expect(new Set(companies.map(({ name }) => name)).size).toBe(companies.length)
    const lines = companies.flatMap(({ departments }) => departments)
    expect(new Set(lines.map(({ phone_number: number }) => number)).size).toBe(lines.length)
    for (const { departments } of companies) {
      expect(departments.length).toBeGreaterThanOrEqual(2)
      expect(departments.length).toBeLessThanOrEqual(6)
    }
    for (const { phone_number: number } of lines) {
      expect(number).toMatch(/^\(\d{3}\) 555-01\d\d$/)
      expect(findLineByNumber(WORLD, `+1 ${number}`)?.department.phone_number).toBe(number)
    }
    expect(new Set(lines.map(({ description }) => description)).size).toBeGreaterThan(
      0.95 * lines.length,
    )
  })

  it('requires what rules, usage and quirks say, for every matter', () => {
    for (const { industry, departments, hidden } of WORLD.companies) {
      for (const { kind, line, hidden: own } of departments) {
        const desk = { industry, kind, isAutomated: line === 'automated' }
        for (const [matter, wants] of Object.entries(own.wants)) {
          expect(wants).toEqual(deriveRequirements(desk, matter, hidden.quirks, own.extra))
        }
        const matters = [
          CLEARANCE,
          ...requestableServices(servicesForKind(kind, industry)).map(({ id }) => id),
        ]
        expect(Object.keys(own.wants)).toEqual(matters)
      }
    }
  })

  it('deals traits in their shares, and says them in every text of the company', () => {
    for (const half of ['known', 'unseen']) {
      const companies = WORLD.companies.filter((company) => company.half === half)
      for (const trait of TRAITS) {
        const count = companies.filter((company) => company.trait === trait).length
        expect(Math.abs(count - TRAIT_SHARES[trait] * companies.length)).toBeLessThanOrEqual(1)
      }
    }
    for (const { trait, departments } of WORLD.companies) {
      for (const { description } of departments) {
        const said = TRAITS.filter((one) =>
          TRAIT_SENTENCES[one].some((sentence) => description.endsWith(sentence)),
        )
        expect(said).toEqual(trait === 'none' ? [] : [trait])
      }
    }
  })

  it('has quirks in the stated shares, within three standard deviations', () => {
    const { companies } = generateWorld(11, 4000)
    const within = (count: number, chance: number, size = companies.length): void => {
      const deviation = Math.sqrt(size * chance * (1 - chance))
      expect(Math.abs(count - size * chance)).toBeLessThanOrEqual(3 * deviation)
    }
    const count = (has: (quirks: Quirks) => boolean): number =>
      companies.filter(({ hidden }) => has(hidden.quirks)).length
    within(
      count(({ own_number }) => own_number),
      0.097,
    )
    within(
      count(({ other_proof }) => other_proof > 0),
      0.1188,
    )
    within(
      count(({ caution }) => caution === 1),
      0.0859,
    )
    within(
      count(({ caution }) => caution === -1),
      0.0889,
    )
    const departments = companies.flatMap((company) => company.departments)
    const extras = departments.filter(({ hidden }) => hidden.extra > 0)
    within(extras.length, 0.06, departments.length)
  })

  it('has services for every kind of an industry, and no cycle of prerequisites', () => {
    for (const industry of INDUSTRIES) {
      const { departments } = INDUSTRY_HABITS[industry]
      for (const kind of departments) {
        const offered = requestableServices(servicesForKind(kind, industry))
        expect([industry, kind, offered.length > 0]).toEqual([industry, kind, true])
        const above = new Set(predecessorsOf(kind, departments))
        for (const other of above) {
          for (const more of predecessorsOf(other, departments)) {
            above.add(more)
          }
        }
        expect(above.has(kind)).toBe(false)
      }
    }
    const used = new Set(INDUSTRIES.flatMap((industry) => INDUSTRY_HABITS[industry].departments))
    expect(used.size).toBe(DEPARTMENT_KINDS.length)
  })

  it('refuses sizes that it cannot make', () => {
    expect(() => generateWorld(1, 1)).toThrow(/whole number from 2/)
    expect(new Set(generateWorld(1, 2000).companies.map(({ name }) => name)).size).toBe(2000)
  })
})

describe('the task generator', () => {
  it('keeps splits apart and levels in proportion', () => {
    for (const task of TRAIN) expect(findCompany(WORLD, task.company).half).toBe('known')
    for (const task of TEST) expect(findCompany(WORLD, task.company).half).toBe('unseen')
    const count = (level: number) => TRAIN.filter((task) => task.difficulty === level).length
    expect([1, 2, 3, 4, 5].map(count)).toEqual([100, 150, 150, 50, 50])
  })

  it('makes the calls and fields of each level, as is usual in the industry', () => {
    for (const task of TRAIN) {
      const { industry } = findCompany(WORLD, task.company)
      const calls = task.required_calls.map((id) => findLine(WORLD, id).department)
      const linked = calls.some(({ hidden }) => hidden.after.length > 0)
      const fields = new Set(wantsIn(task).flatMap(({ required }) => required))
      expect(task.customer.missing.some((field) => fields.has(field))).toBe(task.difficulty === 4)
      const [kind, business] = [calls[0]?.kind as DepartmentKind, task.goals[0]?.service ?? '']
      const usual = deriveRequirements({ industry, kind, isAutomated: false }, business).required
        .length
      if (task.difficulty === 1) expect([calls.length, usual]).toEqual([1, 2])
      if (task.difficulty === 2) {
        expect(calls.length).toBe(1)
        expect([3, 4]).toContain(usual)
      }
      if (task.difficulty === 3) expect([calls.length, linked]).toEqual([2, true])
      if (task.difficulty === 5) {
        expect(calls.length).toBeGreaterThanOrEqual(3)
        expect(calls.length).toBeLessThanOrEqual(5)
        expect(linked).toBe(true)
      }
    }
  })

  it('sets patience by the needed fields, and lists calls in an order that works', () => {
    for (const task of [...TRAIN, ...TEST]) {
      const needed = fieldsNeeded(wantsIn(task), task.customer.missing)
      const asked = needed?.filter((field) => field !== task.customer.tells) ?? []
      expect(task.customer.patience).toBeGreaterThanOrEqual(asked.length + 1)
      task.required_calls.forEach((id, index) => {
        for (const first of findLine(WORLD, id).department.hidden.after) {
          expect(task.required_calls.indexOf(first)).toBeLessThan(index)
          expect(task.required_calls).toContain(first)
        }
      })
    }
  })

  it('lets customers lack only what can be lacked', () => {
    for (const { customer } of [...TRAIN, ...TEST]) {
      for (const field of customer.missing) expect(LACKABLE.has(field)).toBe(true)
    }
  })

  it('draws customers in the stated shares', () => {
    const many = Array.from({ length: 4000 }, (_, index) => generateStreamTask(WORLD, index))
    const share = (test: (count: number) => boolean) =>
      many.filter(({ customer }) => test(customer.missing.length)).length / many.length
    expect(share((count) => count === 0)).toBeCloseTo(0.8, 1)
    expect(share((count) => count === 1)).toBeCloseTo(0.15, 1)
    expect(share((count) => count > 1)).toBeCloseTo(0.05, 1)
  })

  it('says when a world is too small', () => {
    const generateTiny = () => {
      for (let seed = 0; seed < 20; seed++) generateSplit(generateWorld(seed, 2), 'train', 50)
    }
    expect(generateTiny).toThrow(/add companies/)
  })

  it('counts factors', () => {
    const [first] = factorCounts(TEST.slice(0, 1), TRAIN, WORLD)
    expect(first?.kind).toBeGreaterThanOrEqual(first?.kind_and_industry ?? 0)
  })
})

describe('the ceilings', () => {
  it.each([1, 42])('hold in the world of seed %i', (seed) => {
    const world = generateWorld(seed, 100)
    for (const split of ['train', 'test']) {
      const all = computeCeilings(generateSplit(world, split, 300), world).at(-1)
      expect(all?.no_knowledge).toBeLessThanOrEqual(0.1)
      expect(all?.first_expected).toBeGreaterThanOrEqual(0.8)
      expect(all?.first_expected).toBeLessThanOrEqual(0.9)
      expect(all?.after_critiques.critiques_7).toBeGreaterThanOrEqual(0.98)
      expect(all?.oracle).toBe(1)
    }
  })
})
