// Guards that presets change how much is read and copied, and nothing of what is to be done.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { asPlayer, setupOf, WORLD } from '../../../test/phone-call/driver.ts'
import { TASKS, talk, taskOfLevel } from '../../../test/phone-call/talk.ts'
import { playOut } from '../../../test/support/rollout.ts'
import { makePolicy } from '../../policies/index.ts'
import type { JsonObject } from '../../sim/json.ts'
import { LEVELS } from '../../sim/phone/plans.ts'
import { lineCalled, numberOf, taskTold } from '../../sim/phone/short-numbers.ts'
import { FIELDS } from '../../sim/phone/tables/fields.ts'
import { checkConformance } from '../conformance/contract.ts'
import type { BaseTask } from '../task-data.ts'
import { phoneCallEnvironment } from './index.ts'
import { settingsSchema } from './task.ts'
import { readEpisode } from './transcript.ts'

const preset = (name: string): JsonObject =>
  JSON.parse(readFileSync(new URL(`../../../presets/${name}.json`, import.meta.url), 'utf8'))

const SEED = preset('phone-seed')
const COMPACT = preset('phone-compact')
const RECORDS = preset('phone-records')
const DIALOGUE = preset('phone-dialogue')
const HOUSE = preset('phone-house')
const AUTO = preset('phone-auto')
const WHOLE = preset('phone-whole')
const SHORT = { prompt: 'short', directory: 'compact', numbers: 'short' } as const
/** Some of every level. */
const SOME = LEVELS.flatMap((level) =>
  TASKS.filter(({ difficulty }) => difficulty === level).slice(0, 6),
)

const played = (name: string, settings: JsonObject) =>
  SOME.map((task) => {
    const setup = setupOf(task, WORLD, settings)
    return { task, ...playOut(setup, asPlayer(makePolicy(name), task, WORLD)) }
  })

/** Checks some of the tasks against the contract of environments: one in three, or fewer. */
function expectContract(settings: JsonObject, oneIn = 3): void {
  const checks = checkConformance({
    environment: phoneCallEnvironment,
    world: WORLD as unknown as JsonObject,
    tasks: SOME.filter((_, at) => at % oneIn === 0) as unknown as readonly (BaseTask &
      JsonObject)[],
    seed: 12,
    settings,
  })
  expect(checks.filter(({ failures }) => failures.length > 0)).toEqual([])
}

describe('phone-seed', () => {
  it('names what episodes have where nothing is said', () => {
    expect(settingsSchema.parse(SEED)).toEqual(settingsSchema.parse({}))
  })
})

describe('phone-compact', () => {
  it('keeps the contract', () => expectContract(COMPACT))

  it('leaves every task as it is: the oracle wins all of it, at level 1 in five turns', () => {
    for (const { task, total, answers } of played('oracle', COMPACT)) {
      expect([task.id, total]).toEqual([task.id, 1000])
      if (task.difficulty === 1) expect(answers.length).toBeLessThanOrEqual(5)
    }
  })

  it('tells all that a good player needs: it does what it does with full texts', () => {
    const full = played('habit', SEED)
    for (const [at, { task, total, transcript }] of played('habit', COMPACT).entries()) {
      expect([task.id, total]).toEqual([task.id, full[at]?.total])
      const seen = readEpisode(transcript)
      const before = readEpisode(full[at]?.transcript ?? [])
      const shapes = [seen, before].map(({ searches, departments, forms }) => ({
        searches,
        departments: departments.map(({ company, department, isAutomated }) => ({
          ...{ company, department, isAutomated },
        })),
        asked: forms.map(({ asked }) => asked),
      }))
      expect(shapes[0]).toEqual(shapes[1])
    }
  })

  it('is read in under half of the characters', () => {
    const lengthOf = (settings: JsonObject): number =>
      JSON.stringify(played('habit', settings).map(({ transcript }) => transcript)).length
    expect(lengthOf(COMPACT)).toBeLessThan(lengthOf(SEED) / 2)
  })

  it('has a prompt of at most 1,400 characters, in which each field stands once', () => {
    const task = taskOfLevel(1)
    const [system] = playOut(setupOf(task, WORLD, COMPACT), () => undefined).transcript
    const prompt = String(system?.content)
    expect(prompt.length).toBeLessThanOrEqual(1400)
    for (const field of FIELDS) expect([field, prompt.split(field).length]).toEqual([field, 2])
  })

  it('lists a line for each department under its company', () => {
    const company = WORLD.companies.find(({ trait }) => trait === 'cooperative')
    const episode = talk(taskOfLevel(1), COMPACT)
    const search = (query: string): string => episode.say('company_directory', { query })
    const [head, ...lines] = search(company?.name ?? '').split('\n')
    expect(head).toMatch(new RegExp(`^${company?.name}: .*(member|customers own)`))
    expect(lines.at(-1)).toMatch(/^more: \d+$/)
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/^[^|]+( \| [^|]+){2,3}$|^[^|]+$/)
    expect(search('qqqq')).toBe('Nothing found.')
  })
})

describe('phone-records', () => {
  it('keeps the contract', () => expectContract(RECORDS))

  it('tells all that a good player needs: it wins what it wins where calls count', () => {
    const calls = played('habit', SEED)
    for (const [at, { task, total }] of played('habit', RECORDS).entries()) {
      expect([task.id, total]).toEqual([task.id, calls[at]?.total])
    }
  })
})

describe('phone-dialogue', () => {
  it('keeps the contract', () => expectContract(DIALOGUE))

  it('keeps it with records, with short texts, and half of it at a time', () => {
    expectContract({ ...DIALOGUE, ...SHORT, records: 'strict' }, 8)
    expectContract({ conversation: 'on' }, 8)
    expectContract({ customer: 'dialogue' }, 8)
  })

  it('tells all that a good player needs: it wins no less than with one form', () => {
    const wins = (settings: JsonObject): number =>
      played('habit', settings).filter(({ success }) => success).length
    expect(wins(DIALOGUE)).toBeGreaterThanOrEqual(wins(SEED))
  })
})

describe('phone-house', () => {
  it('keeps the contract, also with one form and one word a call', () => {
    expectContract(HOUSE, 6)
    expectContract({ ...SHORT, page: 'on' }, 8)
  })

  it('tells all that a good player needs: it wins what it wins without a page', () => {
    const wins = (settings: JsonObject): string[] =>
      played('habit', settings).flatMap(({ task, success }) => (success ? [task.id] : []))
    expect(wins(HOUSE).length).toBeGreaterThanOrEqual(wins(DIALOGUE).length - 1)
  })
})

describe('phone-auto', () => {
  it('keeps the contract', () => expectContract(AUTO, 6))

  it('is at every level the settings by name, which the episode is told', () => {
    const calls = { customer: 'form', conversation: 'off', page: 'off' }
    const lines = { customer: 'form', conversation: 'on', page: 'off', clock: 'on' }
    const house = { customer: 'dialogue', conversation: 'on', page: 'on', clock: 'on' }
    for (const [at, named] of [calls, calls, lines, house, house].entries()) {
      const task = taskOfLevel(at + 1)
      const auto = setupOf(task, WORLD, AUTO)
      const other = setupOf(task, WORLD, { ...named, records: 'strict' })
      expect([at + 1, auto.settings]).toEqual([at + 1, other.settings])
      const prompts = [auto, other].map((setup) => playOut(setup, () => undefined).transcript)
      expect(prompts[0]).toEqual(prompts[1])
    }
  })

  it('leaves what is asked for by name as it is', () => {
    const settings = { ...AUTO, page: 'off' }
    expect(setupOf(taskOfLevel(5), WORLD, settings).settings).toMatchObject({
      customer: 'dialogue',
      page: 'off',
    })
  })

  it('lets a good player win as much as anywhere', () => {
    const lost = played('habit', AUTO).filter(({ success }) => !success)
    expect(lost.length).toBeLessThanOrEqual(SOME.length / 3)
    for (const { task, total } of played('oracle', AUTO))
      expect([task.id, total]).toEqual([task.id, 1000])
  })
})

describe('what episodes report', () => {
  it('of open lines tells how often one spoke and was waited for, and of calls does not', () => {
    const dialogue = played('probe-first', DIALOGUE)
    const sum = (name: string): number =>
      dialogue.reduce((all, { metrics }) => all + (metrics[name] ?? Number.NaN), 0)
    const saying = dialogue.flatMap(({ transcript }) =>
      transcript.filter((message) => message.role === 'tool' && message.name === 'say'),
    )
    expect(sum('says')).toBe(saying.length)
    expect(sum('holds')).toBeGreaterThan(0)
    expect(sum('not_understood')).toBeGreaterThanOrEqual(0)
    for (const { metrics } of played('habit', SEED)) expect(metrics).not.toHaveProperty('says')
  })
})

describe('phone-whole', () => {
  it('keeps the contract, also with short texts, and with a clock alone', () => {
    expectContract(WHOLE, 6)
    expectContract({ ...WHOLE, ...SHORT }, 10)
    expectContract({ clock: 'on' }, 10)
  })

  it('tells all that a good player needs: it wins what it wins without a clock', () => {
    const wins = (settings: JsonObject): string[] =>
      played('habit', settings).flatMap(({ task, success }) => (success ? [task.id] : []))
    expect(wins(WHOLE).length).toBeGreaterThanOrEqual(wins({ ...WHOLE, clock: 'off' }).length - 1)
  })
})

describe('short numbers', () => {
  it('are four digits, each of one department, whose whole number still reaches it', () => {
    const lines = WORLD.companies.flatMap(({ departments }) => departments)
    const numbers = lines.map((department) => numberOf(WORLD, department, 'short'))
    expect(new Set(numbers).size).toBe(lines.length)
    for (const [at, department] of lines.entries()) {
      const number = numbers[at] ?? ''
      expect(number).toMatch(/^[1-9]\d{3}$/)
      expect(lineCalled(WORLD, number, 'short')?.department).toBe(department)
      expect(lineCalled(WORLD, department.phone_number, 'short')?.department).toBe(department)
      expect(lineCalled(WORLD, number, 'full')).toBeUndefined()
    }
  })

  it('cut every detail, and the whole one is then no detail that was given', () => {
    for (const task of SOME) {
      const told = taskTold(task, 'short').customer.values
      expect(taskTold(task, 'full')).toBe(task)
      for (const field of FIELDS) {
        expect(told[field]).not.toBe('')
        expect(task.customer.values[field].length).toBeGreaterThanOrEqual(told[field].length)
      }
      expect(told.account_number).toMatch(/^\d{4}$/)
      expect(told.date_of_birth).toMatch(/^\d{4}$/)
    }
  })
})
