// Guards records: each operation, what a file needs for it, and which rows a task changes.
import { describe, expect, it } from 'vitest'
import { generateWorld } from '../companies.ts'
import { WISH_RECORDS } from '../tables/wish-records.ts'
import { generateSplit, generateStreamTask } from '../tasks.ts'
import { fileAfter, isPossible } from './operations.ts'
import { type CustomerFile, rowsThatDiffer } from './rows.ts'
import { slotsOf } from './wishes.ts'

const WORLD = generateWorld(7, 100)
const TASKS = [
  ...generateSplit(WORLD, 'train', 500),
  ...generateSplit(WORLD, 'test', 200),
  ...Array.from({ length: 300 }, (_, index) => generateStreamTask(WORLD, index)),
]

const FILE: CustomerFile = {
  cards: [{ id: 'cards-1', kind: 'debit', limit: 100_000, status: 'active' }],
  fees: [
    { id: 'fees-1', month: 'June', amount: 500, status: 'open' },
    { id: 'fees-2', month: 'July', amount: 900, status: 'open' },
    { id: 'fees-3', month: 'August', amount: 900, status: 'waived' },
  ],
  bills: [{ id: 'bills-1', month: 'June', items: ['express', 'kit', 'storage'] }],
  points: [{ id: 'points-1', credits: [100, 200] }],
  contracts: [{ id: 'contracts-1', end: '01-02', status: 'active' }],
}

describe('an operation', () => {
  const filed = (business: string, slots: Record<string, string | number>): CustomerFile =>
    fileAfter(FILE, [{ business, slots }])

  it('sets members', () => {
    expect(filed('card_limit', { limit: 300_000 }).cards).toEqual([
      { id: 'cards-1', kind: 'debit', limit: 300_000, status: 'active' },
    ])
  })

  it('puts the record that is meant in another state, with what else was said', () => {
    const fees = filed('late_fee_waiver', { month: 'July' }).fees ?? []
    expect(fees.map(({ status }) => status)).toEqual(['open', 'waived', 'waived'])
    expect(filed('cancel_contract', { end: '05-20' }).contracts).toEqual([
      { id: 'contracts-1', end: '05-20', status: 'ended' },
    ])
  })

  it('takes from lists and adds to them', () => {
    expect(filed('correct_bill', { items: 'kit' }).bills?.[0]?.items).toEqual([
      'express',
      'storage',
    ])
    expect(filed('missing_points', { credits: 300 }).points?.[0]?.credits).toEqual([100, 200, 300])
  })

  it('closes a record and makes a new one', () => {
    const cards = filed('lost_card', { status: 'stolen' }).cards ?? []
    expect(cards.map(({ status }) => status)).toEqual(['stolen', 'ordered'])
  })

  it('makes records, each once, and changes nothing for what only opens a case', () => {
    const loan = { business: 'loan_application', slots: { amount: 500_000, months: 24 } }
    expect(fileAfter(FILE, [loan]).loans).toHaveLength(1)
    expect(fileAfter(FILE, [{ business: 'activate_card', slots: {} }])).toEqual(FILE)
  })

  it('is impossible where nothing is there, or in another state', () => {
    const can = (business: string, slots: Record<string, string>): boolean =>
      isPossible(FILE, { business, slots })
    expect(can('late_fee_waiver', { month: 'July' })).toBe(true)
    expect(can('late_fee_waiver', { month: 'August' })).toBe(false)
    expect(can('late_fee_waiver', { month: 'May' })).toBe(false)
    expect(can('correct_bill', { items: 'wrapping' })).toBe(false)
    expect(can('redirect_delivery', { address: '1 Elm Road' })).toBe(false)
    expect(filed('late_fee_waiver', { month: 'August' })).toEqual(FILE)
  })
})

describe('two files', () => {
  it('differ by row, whatever the order of rows and members', () => {
    const [june, july, august] = FILE.fees ?? []
    const turned = { ...FILE, fees: [august, { ...june, id: 'fees-1' }, july] } as CustomerFile
    expect(rowsThatDiffer(FILE, turned)).toEqual([])
    const one = { ...FILE, fees: FILE.fees?.slice(1) ?? [] }
    expect(rowsThatDiffer(FILE, one)).toEqual(['fees-1'])
    expect(rowsThatDiffer(one, FILE)).toEqual(['fees-1'])
  })
})

describe('the file of a task', () => {
  it('lets every wish be done, and nothing else differs when all are', () => {
    for (const { id, file, goals } of TASKS) {
      const touched = goals.flatMap((goal) => {
        expect([id, isPossible(file, goal)]).toEqual([id, true])
        expect(Object.keys(goal.slots)).toEqual(slotsOf(goal.business).map(({ name }) => name))
        const own = rowsThatDiffer(fileAfter(file, [goal]), file)
        const record = WISH_RECORDS[goal.business]
        const count = record === undefined ? 0 : record.op === 'replace' ? 2 : 1
        expect([id, goal.business, own.length]).toEqual([id, goal.business, count])
        return own
      })
      expect(new Set(touched).size).toBe(touched.length)
      expect(new Set(rowsThatDiffer(fileAfter(file, goals), file))).toEqual(new Set(touched))
    }
  })

  it('has three to twelve rows, each id once', () => {
    for (const { file } of TASKS) {
      const ids = Object.values(file).flatMap((rows) => rows.map(({ id }) => id))
      expect(ids.length).toBeGreaterThanOrEqual(3)
      expect(ids.length).toBeLessThanOrEqual(12)
      expect(new Set(ids).size).toBe(ids.length)
    }
  })

  it('has a decoy where one of several is meant', () => {
    for (const { file, goals } of TASKS) {
      for (const { business, slots } of goals) {
        const { table, which = '' } = WISH_RECORDS[business] ?? {}
        if (table === undefined || which === '') continue
        const values = (file[table] ?? []).map((row) => row[which])
        expect(values).toHaveLength(2)
        expect(new Set(values).size).toBe(2)
        expect(values).toContain(slots[which])
      }
    }
  })
})
