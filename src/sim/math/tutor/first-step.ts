import { exactValue, parseGold, rationalText } from '../grading/index.ts'
import type { MathProblem } from '../problem.ts'
import { solutionSteps, valueText } from '../problems/path.ts'
import { type Calculation, holds, statementsIn } from './statements.ts'

const NO_WORK =
  'Show how you got there, with an equation for each step, to be told which step fails first.'
const ALL_HOLD = 'The steps that you show hold; look for what is missing between them.'
const CROWD =
  'Show one equation for each step, and no others, to be told which step is the first not reached.'
const LAST_FAILS = 'All steps before the last come out; the last one is the first not reached.'

/**
 * The first wrong step of the work. The text quotes the work itself, or names a step of the
 * solution by its number and subject. It never contains a value that the work does not have.
 */
export function firstWrongStep(problem: MathProblem, work: string): string {
  const { kind } = problem.answer
  if (kind !== 'expression') return NO_WORK
  const statements = statementsIn(work)
  if (statements.length === 0) return NO_WORK
  const gold = parseGold(problem.answer)
  const unknown = isSought(problem) ? gold : null
  const wrong = statements.find((statement) => holds(statement, unknown) === false)
  if (wrong !== undefined) return `The first step that does not hold is “${wrong.text}”.`
  return afterLastReached(problem, statements)
}

/** The number of equations allowed besides two per step, for people who check their work. */
const SPARE_STATEMENTS = 4

/** In these problems, the answer is the value of the only letter. */
const isSought = ({ dataset }: MathProblem): boolean => dataset === 'linear_equations'

/** The solution's step after the last one that the work reaches. */
function afterLastReached(problem: MathProblem, statements: readonly Calculation[]): string {
  const gold = valueText(problem.answer.gold)
  const path = solutionSteps(problem.solution)
  const steps = path.slice(0, path.findLastIndex(({ value }) => value !== gold) + 1)
  if (steps.length < 2) return ALL_HOLD
  // Among very many numbers, this would reveal which belong to the solution.
  if (statements.length > 2 * steps.length + SPARE_STATEMENTS) return CROWD
  const reached = new Set(statements.flatMap(valuesOf))
  const last = steps.findLastIndex(({ value }) => reached.has(value))
  const next = steps[last + 1]
  if (next === undefined) return LAST_FAILS
  const about = next.label === '' ? '' : ` (${next.label})`
  const step = `step ${last + 2}${about}`
  return `Of the ${steps.length + 1} steps it takes, ${step} is the first not reached.`
}

const valuesOf = ({ left, right }: Calculation): string[] =>
  [left, right].flatMap((side) => {
    const value = side.kind === 'number' || side.kind === 'quotient' ? exactValue(side) : null
    return value === null ? [] : [rationalText(value)]
  })
