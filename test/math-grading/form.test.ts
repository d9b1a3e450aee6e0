// Guards that copies and unfinished work win nothing, and that honest answers are accepted.
import { describe, expect, it } from 'vitest'
import { copyCandidates, countCopies, tryCopies } from '../../src/env/math-feedback/copies.ts'
import {
  deriveForm,
  isFinal,
  judgeAnswer,
  requiredForm,
  type Verdict,
} from '../../src/sim/math/grading/form/judge.ts'
import { gradeAnswer } from '../../src/sim/math/grading/index.ts'
import type { MathProblem } from '../../src/sim/math/problem.ts'
import { generateStreamTask } from '../../src/sim/math/problems/tasks.ts'
import { HONEST } from './tables/honest.ts'
import { UNWORKED, WRAPPINGS } from './tables/unworked.ts'

const problemOf = (question: string, gold: string): MathProblem => ({
  dataset: 'other',
  question,
  answer: { kind: 'expression', gold, options: [], aliases: [] },
  solution: null,
  mistakes: [],
})

const verdict = (problem: MathProblem, answer: string): Verdict =>
  judgeAnswer(problem, `The answer is \\boxed{${answer}}.`).verdict

const WORLD = { format: 1, seed: 5 } as const
const TASKS = Array.from({ length: 600 }, (_, index) => generateStreamTask(WORLD, index))

describe('an honest answer', () => {
  const all = HONEST.flatMap(({ question, gold, answers }) =>
    answers.map((answer) => ({ question, gold, answer })),
  )

  it('is right in every customary way to write it', () => {
    expect(all.length).toBeGreaterThan(300)
    const refused = all.filter(
      ({ question, gold, answer }) => verdict(problemOf(question, gold), answer) !== 'right',
    )
    expect(refused).toEqual([])
  })

  it('is right if it is literally the gold, even an unfinished one', () => {
    for (const gold of ['2^{10}', '10!', '\\frac{6}{8}', '3\\cdot 4', 'x+x', '|x|<2', '2x+3y=6']) {
      expect(verdict(problemOf(`Rewrite $${gold}$.`, gold), gold)).toBe('right')
    }
    for (const task of TASKS) expect(isFinal(task, task.answer.gold)).toBe(true)
  })

  it('is right in all usual ways to write the answers of generated problems', () => {
    for (const task of TASKS.filter(({ answer }) => answer.kind === 'expression')) {
      const { gold } = task.answer
      for (const answer of [`x = ${gold}`, `$${gold}$`, gold.replace('\\frac', '\\dfrac')]) {
        expect([gold, answer, verdict(task, answer)]).toEqual([gold, answer, 'right'])
      }
    }
  })
})

describe('a right value with a step left in it', () => {
  it('is unworked also where the step would change nothing in the way it is written', () => {
    const steps: readonly (readonly [gold: string, ...answers: string[]])[] = [
      ['7', '0+7', '7-0', '1\\cdot 7', '\\frac{7}{1}', '5+2'],
      ['\\frac{14}{3}', '\\frac{1}{3} \\div \\frac{1}{14}', '\\frac{28}{6}'],
      ['4', '1\\div\\frac14'],
      ['x', 'x+0', '-(-x)'],
      ['3:4', '6:8', '1.5:2'],
      ['2:3:5', '4:6:10'],
      ['(-\\infty,5)', '\\mathbb{R}\\setminus[5,\\infty)'],
      ['(4,-1)', 'V(2+2,-1)'],
    ]
    for (const [gold, ...answers] of steps) {
      const problem = problemOf('What is it?', gold)
      expect(verdict(problem, gold)).toBe('right')
      for (const answer of answers) {
        expect([gold, answer, verdict(problem, answer)]).toEqual([gold, answer, 'unworked'])
      }
    }
  })
})

describe('a solution of several values', () => {
  const system = problemOf('Solve $x + y = 4$ and $2x - 1y = 5$.', '(3, 1)')

  it('may be written with names, although the question has one of its values', () => {
    for (const answer of ['(x,y)=(3,1)', 'x=3, y=1', 'x=3 \\text{ and } y=1', '(3,1)']) {
      expect([answer, verdict(system, answer)]).toEqual([answer, 'right'])
    }
  })

  it('may say its modulus again', () => {
    const residue = problemOf('What is $58 + 59 \\cdot 7$ modulo 59?', '58')
    for (const answer of ['58 \\pmod{59}', 'x \\equiv 58 \\pmod{59}']) {
      expect([answer, verdict(residue, answer)]).toEqual([answer, 'right'])
    }
    expect(verdict(residue, '58 + 59 \\cdot 7 \\pmod{59}')).not.toBe('right')
  })
})

describe('an answer that leaves work undone', () => {
  it.each(UNWORKED)('$gold: is not right, though its value is', ({ question, gold, answers }) => {
    const problem = problemOf(question, gold)
    for (const answer of answers) {
      expect([answer, verdict(problem, answer)]).not.toEqual([answer, 'right'])
    }
  })

  it('is refused for its form, and not for its value', () => {
    const all = UNWORKED.flatMap(({ question, gold, answers }) =>
      answers.map((answer) => ({ problem: problemOf(question, gold), answer })),
    )
    const equal = all.filter(
      ({ problem, answer }) => gradeAnswer(problem.answer, `\\boxed{${answer}}`).correct,
    )
    expect(equal.length / all.length).toBeGreaterThan(0.8)
  })

  it('does not become right by anything that is wrapped around it', () => {
    for (const { question, gold, answers } of UNWORKED) {
      const problem = problemOf(question, gold)
      for (const answer of answers) {
        for (const wrap of WRAPPINGS) {
          const wrapped = wrap(answer)
          const told = [gold, wrapped, verdict(problem, wrapped)]
          expect(told).not.toEqual([gold, wrapped, 'right'])
        }
      }
    }
  })

  it('is distinguished from a finished one, whatever its value', () => {
    for (const answer of ['12 \\cdot 35', '2+2', '\\frac{6}{4}', '5!']) {
      expect(verdict(problemOf('Calculate 12 × 34.', '408'), answer)).toBe('unworked')
    }
    expect(verdict(problemOf('Calculate 12 × 34.', '408'), '409')).toBe('wrong')
  })
})

describe('a formula of the question', () => {
  it('wins no generated problem unless the question contains the answer', () => {
    let tried = 0
    for (const task of TASKS.slice(0, 250)) {
      const { coincides, hole } = tryCopies(task)
      expect([task.question, hole]).toEqual([task.question, null])
      if (coincides) continue
      for (const copy of copyCandidates(task.question).filter((text) => text.length < 60)) {
        for (const wrap of WRAPPINGS) {
          tried += 1
          const wrapped = wrap(copy)
          const isRight = gradeAnswer(task.answer, `\\boxed{${wrapped}}`).correct
          if (isRight) expect([wrapped, verdict(task, wrapped)]).not.toEqual([wrapped, 'right'])
        }
      }
    }
    expect(tried).toBeGreaterThan(5_000)
  })

  it('is a coincidence where the right answer is a number of the question', () => {
    const tasks = ['Find the smaller of 7 and 12.', 'What is 3 + 4?'].map((text) =>
      problemOf(text, '7'),
    )
    expect(countCopies(tasks)).toEqual([{ dataset: 'other', tasks: 2, coincidences: 1, holes: 0 }])
  })
})

describe('the form of an answer', () => {
  it.each([
    ['408', 'number'],
    ['\\frac{3}{4}', 'fraction'],
    ['3\\sqrt{2}', 'number'],
    ['2^{100}', 'free'],
    ['(2,3)', 'tuple'],
    ['[2,3)', 'interval'],
    ['x>3', 'interval'],
    ['1,2', 'list'],
    ['\\{1,2\\}', 'set'],
    ['3:4', 'ratio'],
    ['y=2x+1', 'equation'],
    ['\\begin{pmatrix}1\\\\2\\end{pmatrix}', 'matrix'],
    ['2x+1', 'expression'],
    ['Monday', 'words'],
  ])('of %s is %s', (gold, form) => {
    expect(deriveForm(problemOf('What is it?', gold).answer, 'What is it?')).toBe(form)
  })

  it('follows from the question if the right answer has letters', () => {
    expect(requiredForm(problemOf('Factor $x^2-1$.', '(x-1)(x+1)'))).toBe('factored')
    expect(requiredForm(problemOf('Expand $(x-1)(x+1)$.', 'x^2-1'))).toBe('expanded')
  })

  it('is set in every generated task, and matches its right answer', () => {
    for (const { answer } of TASKS) expect(answer.form).toBeDefined()
    const plain = TASKS.find(({ dataset }) => dataset === 'polynomials')
    expect(plain?.answer.form).toBe('expanded')
  })
})
