import { tokensOf } from '../../sim/math/grading/form/given.ts'
import { isLiteralGold, verdictOn } from '../../sim/math/grading/form/judge.ts'
import { isGold } from '../../sim/math/grading/index.ts'
import type { MathProblem } from '../../sim/math/problem.ts'

/** What copying the question brings somebody who understands nothing of it. */
interface Copying {
  /** The right answer itself stands in the question, as a number, formula or name. */
  readonly coincides: boolean
  /** Something else of the question is taken as right: a hole in the grading. */
  readonly hole: string | null
}

/** What there is to copy: formulas and numbers, and the parts of formulas between their signs. */
export function copiesOf(question: string): readonly string[] {
  const copies = new Set<string>()
  for (const token of tokensOf(question)) {
    for (const copy of [token, ...token.split(PARTING), ...insideBrackets(token)]) {
      const text = copy.replace(/[.,;]+$/, '').trim()
      if (text !== '') copies.add(text)
    }
  }
  return [...copies]
}

const PARTING = /=|<|>|,|&|\\\\|\\(?:q?quad|le|ge|leq|geq|to|mapsto)\b/
const insideBrackets = (token: string): readonly string[] =>
  [...token.matchAll(/\(([^()]*)\)|\{([^{}]*)\}|\|([^|]*)\|/g)].map((match) =>
    match.slice(1).join(''),
  )

/** Copies everything, one by one, and says what that would win. */
export function copyingOf(problem: MathProblem): Copying {
  const { answer: key, question } = problem
  if (key.kind === 'choice') return { coincides: false, hole: null }
  if (key.kind === 'text') return { coincides: saysOneOf(question, key), hole: null }
  const winning = copiesOf(question).filter((copy) => isGold(key, copy))
  if (winning.some((copy) => isLiteralGold(problem, copy))) return { coincides: true, hole: null }
  const hole = winning.find((copy) => verdictOn(problem, copy, true) === 'right') ?? null
  return { coincides: false, hole }
}

const saysOneOf = (question: string, { gold, aliases }: MathProblem['answer']): boolean =>
  [gold, ...aliases].some((name) => question.toLowerCase().includes(name.toLowerCase()))

/** How often copying wins in the problems of one data set. */
interface CopyingCount {
  readonly dataset: string
  readonly tasks: number
  readonly coincidences: number
  readonly holes: number
}

/** The count for every data set among some problems, in the order in which they come. */
export function countCopying(problems: Iterable<MathProblem>): CopyingCount[] {
  const counts = new Map<string, CopyingCount>()
  for (const problem of problems) {
    const { dataset } = problem
    const { coincides, hole } = copyingOf(problem)
    const before = counts.get(dataset) ?? { dataset, tasks: 0, coincidences: 0, holes: 0 }
    counts.set(dataset, {
      dataset,
      tasks: before.tasks + 1,
      coincidences: before.coincidences + (coincides ? 1 : 0),
      holes: before.holes + (hole === null ? 0 : 1),
    })
  }
  return [...counts.values()]
}
