// Guards that the adversaries read only what a player sees, and that the search repeats itself.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mock } from '../mock/index.ts'
import { MOCK_WORLD, mockTask } from '../mock/task.ts'
import { inWantedForm } from './answer-forms.ts'
import { type AnyTask, createArena, playIn } from './arena.ts'
import { filledWith } from './arguments.ts'
import { upperBound } from './bound.ts'
import { CHEATER_NAMES, cheater, formulasAndNumbers } from './cheaters.ts'
import { splitByLevel } from './level-tasks.ts'
import { searchExploit } from './search.ts'
import { findMembers, findSpans, SPAN_KINDS } from './spans.ts'

const arena = createArena(mock, MOCK_WORLD)
const tasks = Array.from({ length: 60 }, (_, at) => mockTask('train', at) as unknown as AnyTask)

/** The others are made of a text: its digits in a row, and how many marks it has. */
const CUT_KINDS = SPAN_KINDS.filter((kind) => kind !== 'digits' && kind !== 'count')

describe('spans', () => {
  it('are cut from the text and from nowhere else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom(...CUT_KINDS), (text, kind) => {
        for (const span of findSpans(kind, text)) expect(text).toContain(span)
      }),
    )
  })

  it('find formulas in dollars and written out, numbers with their sign, and options', () => {
    const question = 'Expand $(x + 2)(x - 3)$, or take 12 * 31 from -4?\n\nA. one\nB. two'
    expect(formulasAndNumbers(question)).toEqual(
      expect.arrayContaining(['(x + 2)(x - 3)', '12 * 31', '-4', '31']),
    )
    expect(findSpans('option', question)).toEqual(['A', 'B'])
  })

  it('find digits between marks, and count the marks', () => {
    expect(findSpans('digits', 'Game [4-2-7] of 93')).toEqual(['427', '93', '42793'])
    expect(findSpans('count', 'no...!')).toEqual(['3', '1', '1', '6'])
  })

  it('find the values of JSON answers by name, and none in text that only looks like it', () => {
    expect(
      findMembers('{"a": {"b": 1}, "c": [{"b": 2}]}').filter(({ key }) => key === 'b'),
    ).toEqual([
      { key: 'b', value: 1 },
      { key: 'b', value: 2 },
    ])
    expect(findMembers('{not json')).toEqual([])
  })
})

describe('an argument', () => {
  it('takes what answers gave under its name, else the text', () => {
    const [, enter] = arena.tools
    if (enter === undefined) throw new Error('the box has two tools')
    expect(filledWith(enter, 'x', [])).toEqual({ code: 'x' })
    expect(filledWith(enter, 'x', ['{"code": "123"}'])).toEqual({ code: '123' })
  })
})

describe('an answer', () => {
  it.each([
    ['write it inside \\boxed{}', '\\boxed{5}'],
    ['like this: The answer is (X).', 'The answer is (5).'],
    ['one line that begins with "Answer:"', 'Answer: 5'],
    ['in one block: ```q', '```\n5\n```'],
    ['say it', '5'],
  ])('is written as the prompt wants it: %s', (prompt, written) => {
    expect(inWantedForm(prompt, '5')).toBe(written)
  })
})

describe('the cheaters', () => {
  it('all end their episodes', () => {
    for (const name of CHEATER_NAMES) {
      expect(() => playIn(arena, tasks[0] as AnyTask, cheater(name))).not.toThrow()
    }
  })

  it('win the box by copying what is read, and not otherwise', () => {
    const winners = CHEATER_NAMES.filter((name) => {
      return tasks.every((task) => playIn(arena, task, cheater(name)).success)
    })
    expect(winners).toEqual(['copy-feedback'])
  })
})

describe('the search', () => {
  const found = (seed: number): string[] =>
    Object.entries(searchExploit({ arena, tasks, episodesMax: 2_000, seed })).flatMap(
      ([aim, best]) => best.map(({ name, fitness, pay }) => `${aim}: ${name} ${fitness} ${pay}`),
    )

  it('finds the same with the same seed', () => {
    expect(found(3)).toEqual(found(3))
  })

  it('leaves out wins that do not count', () => {
    const none = { arena, tasks, episodesMax: 500, seed: 1, counts: () => false }
    const { fitness, pay } = searchExploit(none)
    expect(fitness[0]?.fitness).toBeLessThan(0.2)
    expect(pay[0]?.pay).toBeLessThan(0.2)
  })
})

describe('the bound', () => {
  it('is above what was measured, narrows with more tasks, and is not zero without a win', () => {
    const side = fc.nat({ max: 300 })
    fc.assert(
      fc.property(side, side, (onlyFirst, onlySecond) => {
        const few = { onlyFirst, onlySecond, tasks: 1_000 }
        const many = { onlyFirst: 9 * onlyFirst, onlySecond: 9 * onlySecond, tasks: 9_000 }
        const measured = (onlyFirst - onlySecond) / 1_000
        expect(upperBound(few)).toBeGreaterThan(measured)
        expect(upperBound(many)).toBeLessThan(upperBound(few))
      }),
    )
    expect(upperBound({ onlyFirst: 0, onlySecond: 0, tasks: 2_000 })).toBeCloseTo(0.0008, 4)
  })
})

describe('tasks by level', () => {
  it('are fresh where they are measured on', () => {
    const levels = splitByLevel(tasks, { tuning: 20, fresh: 25 })
    expect(levels).toHaveLength(1)
    const dealt = levels[0]
    expect([dealt?.tuning.length, dealt?.fresh.length]).toEqual([20, 25])
    expect(dealt?.tuning.filter((task) => dealt.fresh.includes(task))).toEqual([])
    const [short] = splitByLevel(tasks, { tuning: 400, fresh: 2_000 })
    expect([short?.tuning.length, short?.fresh.length]).toEqual([30, 30])
  })
})
