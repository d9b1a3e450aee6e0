// Guards worlds with all wishes: what follows from them, and that every task can be won.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { setupOf } from '../../../test/phone-call/driver.ts'
import { oraclePlayer, playOut } from '../../../test/support/rollout.ts'
import type { JsonObject } from '../../sim/json.ts'
import { businessesIn } from '../../sim/phone/businesses.ts'
import { generateWorld } from '../../sim/phone/companies.ts'
import { MORE_BUSINESSES } from '../../sim/phone/tables/more-businesses.ts'
import { obstaclesTo } from '../../sim/phone/tables/obstacles.ts'
import { RISKS } from '../../sim/phone/tables/risks.ts'
import { WISH_RECORDS } from '../../sim/phone/tables/wish-records.ts'
import { generateStreamTask } from '../../sim/phone/tasks.ts'

const ALL = generateWorld(7, 100, undefined, 'all')
const SEED = generateWorld(7, 100)
const TASKS = Array.from({ length: 1_000 }, (_, index) => generateStreamTask(ALL, index))
const ADDED = MORE_BUSINESSES.map(({ id }) => id)

const preset = (name: string): JsonObject =>
  JSON.parse(readFileSync(new URL(`../../../presets/${name}.json`, import.meta.url), 'utf8'))

describe('a world with all wishes', () => {
  it('has sixteen more, each with a risk, a change of records and something in its way', () => {
    expect(businessesIn('all')).toHaveLength(80)
    expect(businessesIn('seed')).toHaveLength(64)
    for (const { id, phrases } of MORE_BUSINESSES) {
      expect([id, phrases.length]).toEqual([id, 8])
      expect(RISKS[id]).toBeDefined()
      expect(WISH_RECORDS[id]).toBeDefined()
      expect([id, obstaclesTo(id).length > 0]).toEqual([id, true])
    }
  })

  it('says no phrase for two wishes, in whatever world it is said', () => {
    const said = new Map<string, string>()
    for (const { id, phrases } of [...businessesIn('seed'), ...businessesIn('all')]) {
      for (const phrase of phrases) {
        expect([phrase, said.get(phrase) ?? id]).toEqual([phrase, id])
        said.set(phrase, id)
      }
    }
  })

  it('says at every company which wishes there are, and is otherwise the same', () => {
    for (const [at, { name, departments, hidden }] of ALL.companies.entries()) {
      const before = SEED.companies[at]
      expect(hidden).toEqual({ ...before?.hidden, wishes: 'all' })
      const same = [before?.name, before?.departments.map(({ id }) => id)]
      expect([name, departments.map(({ id }) => id)]).toEqual(same)
    }
    expect(SEED.companies.every(({ hidden }) => !('wishes' in hidden))).toBe(true)
  })

  it('has tasks for every one of them, at departments that have a rule for it', () => {
    const wished = new Set(TASKS.flatMap(({ goals }) => goals.map(({ business }) => business)))
    for (const id of ADDED) expect([id, wished.has(id)]).toEqual([id, true])
    const departments = ALL.companies.flatMap((company) => company.departments)
    for (const { kind, id } of MORE_BUSINESSES) {
      const own = departments.filter(({ hidden }) => id in hidden.wants)
      expect([id, own.length > 0, own.every((one) => one.kind === kind)]).toEqual([id, true, true])
    }
    const first = SEED.companies.flatMap((company) => company.departments)
    for (const { hidden } of first) for (const id of ADDED) expect(id in hidden.wants).toBe(false)
  })
})

describe.each(['phone-seed', 'phone-records', 'phone-dialogue', 'phone-house', 'phone-whole'])(
  'with %s',
  (name) => {
    it('the oracle wins every task with the full score', () => {
      const settings = preset(name)
      for (const task of TASKS) {
        const setup = setupOf(task, ALL, settings)
        const { total, critique } = playOut(setup, oraclePlayer(setup))
        expect([task.id, total, critique.includes('Rule')]).toEqual([task.id, 1000, false])
      }
    })
  },
)
