// Guards the generator: same bytes, factored requirements, solvable tasks, shares and ceilings.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ceilingsOf } from './ceilings.ts'
import { generateWorld } from './companies.ts'
import { factorCounts } from './factors.ts'
import { fieldsNeeded, requirementOf } from './requirements.ts'
import { BUSINESSES } from './tables/businesses.ts'
import { DEPARTMENT_KINDS } from './tables/departments.ts'
import { INDUSTRIES, INDUSTRY_HABITS } from './tables/industries.ts'
import { generateSplit, generateStreamTask, requirementsOf } from './tasks.ts'
import { companyOf, lineAt, lineOf } from './world.ts'

const WORLD = generateWorld(7, 100)
const TRAIN = generateSplit(WORLD, 'train', 500)
const TEST = generateSplit(WORLD, 'test', 500)
const hash = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)

describe('the world generator', () => {
  it('gives the same bytes for the same seed, today and tomorrow', () => {
    expect(hash(generateWorld(7, 100))).toBe(hash(WORLD))
    expect([hash(WORLD), hash(TRAIN), hash(generateStreamTask(WORLD, 123))]).toMatchInlineSnapshot(`
      [
        "f12298f73c307261",
        "f8e3b38fbbf4836a",
        "615a7aa46a071552",
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
      expect(lineAt(WORLD, `+1 ${number}`)?.department.phone_number).toBe(number)
    }
    expect(new Set(lines.map(({ description }) => description)).size).toBeGreaterThan(
      0.95 * lines.length,
    )
  })

  it('follows base, modifier and house style', () => {
    for (const { industry, departments, hidden } of WORLD.companies) {
      const kinds = departments.map(({ kind }) => kind)
      for (const department of departments) {
        const expected = requirementOf(department.kind, industry, hidden.house_style, kinds)
        expect(department.hidden.required).toEqual(expected.required)
        expect(department.hidden.alternatives).toEqual(expected.alternatives)
      }
    }
    for (const half of ['known', 'unseen']) {
      const styles = WORLD.companies
        .filter((company) => company.half === half)
        .map(({ hidden }) => hidden.house_style)
      const share = (style: string) => styles.filter((one) => one === style).length / styles.length
      expect(share('typical')).toBeCloseTo(0.7)
      expect(share('extra_first') + share('extra_second')).toBeCloseTo(0.2)
      expect(share('instead')).toBeCloseTo(0.1)
    }
  })

  it('has businesses for every kind an industry offers, and no circle of prerequisites', () => {
    for (const industry of INDUSTRIES) {
      const { departments } = INDUSTRY_HABITS[industry]
      for (const kind of departments) {
        const offered = BUSINESSES.filter(
          (business) => business.kind === kind && business.industries?.includes(industry) !== false,
        )
        expect([industry, kind, offered.length > 0]).toEqual([industry, kind, true])
        const above = new Set(requirementOf(kind, industry, 'typical', departments).after)
        for (const other of above) {
          for (const more of requirementOf(other, industry, 'typical', departments).after) {
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
    for (const task of TRAIN) expect(companyOf(WORLD, task.company).half).toBe('known')
    for (const task of TEST) expect(companyOf(WORLD, task.company).half).toBe('unseen')
    const count = (level: number) => TRAIN.filter((task) => task.difficulty === level).length
    expect([1, 2, 3, 4, 5].map(count)).toEqual([100, 150, 150, 50, 50])
  })

  it('makes what the levels promise', () => {
    for (const task of TRAIN) {
      const calls = task.required_calls.map((id) => lineOf(WORLD, id).department.hidden)
      const fields = new Set(calls.flatMap(({ required }) => required))
      const lacks = task.customer.missing.some((field) => fields.has(field))
      const linked = calls.some(({ after }) => after.length > 0)
      expect(lacks).toBe(task.difficulty === 4)
      if (task.difficulty === 1) expect([calls.length, fields.size]).toEqual([1, 2])
      if (task.difficulty === 2) {
        expect(calls.length).toBe(1)
        expect([3, 4]).toContain(fields.size)
      }
      if (task.difficulty === 3) expect([calls.length, linked]).toEqual([2, true])
      if (task.difficulty === 5) {
        expect(calls.length).toBeGreaterThanOrEqual(3)
        expect(calls.length).toBeLessThanOrEqual(5)
        expect(linked).toBe(true)
      }
    }
  })

  it('fits patience to what is needed, and lists calls in an order that works', () => {
    for (const task of [...TRAIN, ...TEST]) {
      const company = companyOf(WORLD, task.company)
      const wanted = requirementsOf(company).filter(({ kind }) =>
        task.required_calls.includes(`${company.id}-${kind}`),
      )
      const needed = fieldsNeeded(wanted, task.customer.missing)
      const asked = needed?.filter((field) => field !== task.customer.tells) ?? []
      expect(task.customer.patience).toBeGreaterThanOrEqual(asked.length + 1)
      task.required_calls.forEach((id, index) => {
        for (const first of lineOf(WORLD, id).department.hidden.after) {
          expect(task.required_calls.indexOf(first)).toBeLessThan(index)
          expect(task.required_calls).toContain(first)
        }
      })
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
  it.each([1, 7, 42])('hold in the world of seed %i', (seed) => {
    const world = generateWorld(seed, 100)
    for (const split of ['train', 'test']) {
      const all = ceilingsOf(generateSplit(world, split, 300), world).at(-1)
      expect(all?.no_knowledge).toBeLessThanOrEqual(0.1)
      expect(all?.first_expected).toBeGreaterThanOrEqual(0.8)
      expect(all?.first_expected).toBeLessThanOrEqual(0.9)
      expect(all?.after_critiques.critiques_7).toBeGreaterThanOrEqual(0.98)
      expect(all?.oracle).toBe(1)
    }
  })
})
