// Guards what records say of their world: it changes with the world, and two are never compared.
import { expect, it } from 'vitest'
import { mathWorld } from '../../experiments/feedback-guided/math-world.ts'
import { phoneWorld } from '../../experiments/feedback-guided/phone-world.ts'
import { freshTasks, levelSplit } from '../../experiments/feedback-guided/world.ts'
import {
  refuseTwoWorlds,
  worldMark,
  worldName,
} from '../../experiments/feedback-guided/world-mark.ts'
import { worldCritique } from '../../src/env/group-account.ts'
import { mathFeedbackEnvironment } from '../../src/env/math-feedback/index.ts'
import type { AnyEnvironment } from '../../src/env/plugin.ts'
import { FAMILIES } from '../../src/sim/math/problems/families.ts'
import { sideOf } from '../../src/sim/math/problems/tasks.ts'

it('marks a world by how it acts: another word of a critique is another world', async () => {
  const mark = await worldMark(mathFeedbackEnvironment)
  const kinder: AnyEnvironment = {
    ...mathFeedbackEnvironment,
    teaching: {
      ...mathFeedbackEnvironment.teaching,
      *critique(events, outcome, transcript) {
        const told = yield* worldCritique(mathFeedbackEnvironment, { events, transcript }, outcome)
        return told.replace('not right', 'off')
      },
    },
  }
  expect(await worldMark(kinder)).not.toBe(mark)
  expect(await worldName(mathFeedbackEnvironment)).toBe(`math-feedback-v1 ${mark}`)
})

it('refuses records of two worlds, and those of before worlds were marked', () => {
  const phone = 'phone-call-v2 0123456789ab'
  const math = 'math-feedback-v1 0123456789ab'
  expect(() => refuseTwoWorlds([phone, math, phone])).not.toThrow()
  expect(() => refuseTwoWorlds([undefined, undefined])).not.toThrow()
  expect(() => refuseTwoWorlds([undefined, phone])).toThrow(/unmarked and .* 0123456789ab .* --out/)
  expect(() => refuseTwoWorlds([phone, 'phone-call-v2 ba9876543210', math])).toThrow(/phone-call/)
  const former = 'phone-call-v1 e494373e5366'
  expect(() => refuseTwoWorlds([former, math, phone])).toThrow(`${former} and ${phone}`)
})

it.each([
  ['phone calls', phoneWorld(3)],
  ['problems', mathWorld(3)],
])('has endless splits of %s, and a ceiling for each', (_, world) => {
  for (const split of ['stream', 'unseen', ...world.levels.map(levelSplit)]) {
    const tasks = freshTasks((index) => world.findTask(split, index), 5)
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(5)
    if (!['stream', 'unseen'].includes(split))
      expect(tasks.map(({ difficulty }) => levelSplit(difficulty))).toEqual(Array(5).fill(split))
  }
  const ceiling = world.expectedCeiling('unseen', 40)
  expect(ceiling).toBeGreaterThan(0.1)
  expect(ceiling).toBeLessThan(1)
  expect(() => world.findTask('level-9', 0)).toThrow('there is no split level-9')
})

it('trains on no problem with the numbers of one that is unseen', () => {
  const { findTask: taskOf } = mathWorld(3)
  const sides = (split: string) =>
    freshTasks((index) => taskOf(split, index), 30).map((task) => {
      const { dataset, question } = task as unknown as { dataset: string; question: string }
      const family = FAMILIES.find(({ name }) => name === dataset)
      return family && sideOf(family, question)
    })
  expect(new Set(sides('unseen'))).toEqual(new Set(['test']))
  expect(new Set(sides('stream'))).toEqual(new Set(['train']))
})
