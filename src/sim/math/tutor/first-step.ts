import { exactValue, parseGold, rationalText } from '../grading/index.ts'
import type { MathProblem } from '../problem.ts'
import { pathOf, valueText } from '../problems/path.ts'
import { holds, type Statement, statementsIn } from './statements.ts'

const NO_WORK =
  'Show how you got there, with an equation for each step, to be told which step fails first.'
const ALL_HOLD = 'The steps that you show hold; look for what is missing between them.'
const CROWD =
  'Show one equation for each step, and no others, to be told which step is the first not reached.'
const LAST_FAILS = 'All steps before the last come out; the last one is the first not reached.'

/**
 * Which step of the work shown with a wrong answer is the first that fails. It quotes what the
 * work itself says, or names the step of the solution by its number and what it is about, and
 * never a value that the work has not.
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

/** Equations that work may have besides two for each step, as those who check themselves write. */
const SPARE_STATEMENTS = 4

/** In these the answer is the value of the one letter that the work is about. */
const isSought = ({ dataset }: MathProblem): boolean => dataset === 'linear_equations'

/** The step of the solution behind the last one that the work reaches. */
function afterLastReached(problem: MathProblem, statements: readonly Statement[]): string {
  const gold = valueText(problem.answer.gold)
  const path = pathOf(problem.solution)
  const steps = path.slice(0, path.findLastIndex(({ value }) => value !== gold) + 1)
  if (steps.length < 2) return ALL_HOLD
  // Of a crowd of numbers it would tell which of them belongs to the solution.
  if (statements.length > 2 * steps.length + SPARE_STATEMENTS) return CROWD
  const reached = new Set(statements.flatMap(valuesOf))
  const last = steps.findLastIndex(({ value }) => reached.has(value))
  const next = steps[last + 1]
  if (next === undefined) return LAST_FAILS
  const about = next.label === '' ? '' : ` (${next.label})`
  const step = `step ${last + 2}${about}`
  return `Of the ${steps.length + 1} steps it takes, ${step} is the first not reached.`
}

const valuesOf = ({ left, right }: Statement): string[] =>
  [left, right].flatMap((side) => {
    const value = side.kind === 'number' || side.kind === 'quotient' ? exactValue(side) : null
    return value === null ? [] : [rationalText(value)]
  })
