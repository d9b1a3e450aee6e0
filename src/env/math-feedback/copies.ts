import { findFormulaTexts } from '../../sim/math/grading/form/given.ts'
import { decideVerdict, isLiteralGold } from '../../sim/math/grading/form/judge.ts'
import { isGold } from '../../sim/math/grading/index.ts'
import type { MathProblem } from '../../sim/math/problem.ts'

/** What a player gains by copying from the question without understanding it. */
interface CopyResult {
  /** The question contains the right answer, as a number, formula or name. */
  readonly coincides: boolean
  /** Another text from the question that the grader accepts: a hole in the grading. */
  readonly hole: string | null
}

/** The texts that a player may copy: formulas, numbers and parts of formulas. */
export function copyCandidates(question: string): readonly string[] {
  const copies = new Set<string>()
  for (const token of findFormulaTexts(question)) {
    for (const copy of [token, ...token.split(SEPARATOR), ...insideBrackets(token)]) {
      const text = copy.replace(/[.,;]+$/, '').trim()
      if (text !== '') copies.add(text)
    }
  }
  return [...copies]
}

const SEPARATOR = /=|<|>|,|&|\\\\|\\(?:q?quad|le|ge|leq|geq|to|mapsto)\b/
const insideBrackets = (token: string): readonly string[] =>
  [...token.matchAll(/\(([^()]*)\)|\{([^{}]*)\}|\|([^|]*)\|/g)].map((match) =>
    match.slice(1).join(''),
  )

/** Tries every copy as an answer and reports whether one is accepted. */
export function tryCopies(problem: MathProblem): CopyResult {
  const { answer: key, question } = problem
  if (key.kind === 'choice') return { coincides: false, hole: null }
  if (key.kind === 'text') return { coincides: containsAnswer(question, key), hole: null }
  const winning = copyCandidates(question).filter((copy) => isGold(key, copy))
  if (winning.some((copy) => isLiteralGold(problem, copy))) return { coincides: true, hole: null }
  const hole = winning.find((copy) => decideVerdict(problem, copy, true) === 'right') ?? null
  return { coincides: false, hole }
}

const containsAnswer = (question: string, { gold, aliases }: MathProblem['answer']): boolean =>
  [gold, ...aliases].some((name) => question.toLowerCase().includes(name.toLowerCase()))

/** How many problems of a data set accept a copy. */
interface CopyCount {
  readonly dataset: string
  readonly tasks: number
  readonly coincidences: number
  readonly holes: number
}

/** Counts accepted copies by data set, in order of first appearance. */
export function countCopies(problems: Iterable<MathProblem>): CopyCount[] {
  const counts = new Map<string, CopyCount>()
  for (const problem of problems) {
    const { dataset } = problem
    const { coincides, hole } = tryCopies(problem)
    const copyCount = counts.get(dataset) ?? { dataset, tasks: 0, coincidences: 0, holes: 0 }
    counts.set(dataset, {
      dataset,
      tasks: copyCount.tasks + 1,
      coincidences: copyCount.coincidences + (coincides ? 1 : 0),
      holes: copyCount.holes + (hole === null ? 0 : 1),
    })
  }
  return [...counts.values()]
}
