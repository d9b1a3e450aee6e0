// Guards that copying from the question or the tutor wins only by luck.
import { expect, it } from 'vitest'
import { copyCandidates, tryCopies } from '../../src/env/math-feedback/copies.ts'
import { answerText } from '../../src/env/math-feedback/prompts.ts'
import { readSeenEpisode } from '../../src/env/math-feedback/seen.ts'
import { feedbackTurn } from '../../src/env/math-feedback/solve.ts'
import { judgeAnswer } from '../../src/sim/math/grading/form/judge.ts'
import type { MathTask } from '../../src/sim/math/problem.ts'
import { levelsOf } from '../../src/sim/math/problems/draft.ts'
import { COMPOSED } from '../../src/sim/math/problems/families.ts'
import { drawSplit, generateStreamTask } from '../../src/sim/math/problems/tasks.ts'
import { type Player, playOut, setupOf } from './driver.ts'

const WORLD = { format: 1, seed: 31 } as const
/** Two tasks of each level of the families that are drawn only by name. */
const COMPOSED_CELLS = COMPOSED.flatMap((family) =>
  levelsOf(family).map((level) => ({ family, level })),
)
const composed = drawSplit(WORLD, 'train', 2 * COMPOSED_CELLS.length, COMPOSED_CELLS)
const TASKS = [
  ...Array.from({ length: 2 * COMPOSED_CELLS.length }, () => composed.next() as MathTask),
  ...Array.from({ length: 300 }, (_, index) => generateStreamTask(WORLD, index)),
]
const LONG = { assistant_turns: 32, feedback_turns: 31 }

/** The maximum number of adjacent words and formulas in a copy. */
const WINDOW = 8

/** Every passage of a text, short ones first, with and without the signs around formulas. */
function stretchesOf(text: string): readonly string[] {
  const words = text.split(/\s+/)
  const found = new Set<string>()
  for (let size = 1; size <= WINDOW; size++) {
    for (let at = 0; at + size <= words.length; at++) {
      const stretch = words.slice(at, at + size).join(' ')
      for (const copy of [stretch, stretch.replace(/[.,?!;:]+$/, ''), stretch.replace(/\$/g, '')]) {
        found.add(copy)
      }
    }
  }
  return [...found].filter((copy) => copy !== '')
}

/** Shows copies to the tutor one by one; answers the one that it calls right, or the last. */
const showing = (task: MathTask, copies: readonly string[]): Player => {
  const texts = copies.map((copy) => answerText(task.answer.kind, copy))
  return ({ events }, { step }) => {
    const last = readSeenEpisode(events).attempts.at(-1)
    if (last?.verdict === 'right') return { content: last.answer }
    const text = texts[step]
    if (text === undefined) return undefined
    return step >= Math.min(texts.length, 32) - 1 ? { content: text } : feedbackTurn(text, step + 1)
  }
}

/** Answers with one copy after another, as long as answers are returned. */
const giving =
  (task: MathTask, copies: readonly string[]): Player =>
  (_, { step }) => {
    const copy = copies[step]
    return copy === undefined ? undefined : { content: answerText(task.answer.kind, copy) }
  }

it('wins by copying from the question only if it contains the answer', () => {
  let wins = 0
  let coincidences = 0
  for (const task of TASKS) {
    const copies = copyCandidates(task.question)
    const { coincides } = tryCopies(task)
    coincidences += coincides ? 1 : 0
    for (const player of [showing(task, copies), giving(task, copies)]) {
      const { success } = playOut(setupOf(task, LONG), player)
      wins += success ? 1 : 0
      if (success) expect([task.question, task.answer.gold, coincides]).toContain(true)
    }
  }
  expect(wins).toBeLessThanOrEqual(2 * coincidences)
  expect(coincidences / TASKS.length).toBeLessThan(0.06)
})

it('takes no stretch of a question for a right answer that is not the right one itself', () => {
  let tried = 0
  for (const task of TASKS.slice(0, 150)) {
    if (tryCopies(task).coincides) continue
    for (const copy of stretchesOf(task.question)) {
      tried += 1
      const { verdict } = judgeAnswer(task, answerText(task.answer.kind, copy))
      if (verdict === 'right') expect([task.question, copy]).toEqual(['nothing', copy])
    }
  }
  expect(tried).toBeGreaterThan(10_000)
})

it('wins almost nothing by copying from the tutor', () => {
  const wrong = ['7', '3 \\cdot 4', '\\frac{6}{8}', 'x', '1000']
  const won = new Set<MathTask>()
  for (const task of TASKS.slice(0, 60)) {
    const { feedback, answers } = playOut(setupOf(task, LONG), showing(task, wrong))
    const events = answers.flatMap((answer) => answer.events ?? [])
    if (events.some(({ verdict }) => verdict === 'right')) continue
    for (const copy of feedback.flatMap(stretchesOf)) {
      const { verdict } = judgeAnswer(task, answerText(task.answer.kind, copy))
      if (verdict === 'right') won.add(task)
    }
  }
  // Numbers that occur in any sentence, such as "one", are occasionally right.
  expect(won.size).toBeLessThanOrEqual(2)
})
