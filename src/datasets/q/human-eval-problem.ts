import { firstMissed } from '../../env/q-code/first-missed.ts'
import type { Taken } from '../import/kind.ts'
import type { Fields } from '../rows/fields.ts'
import { readAsserts } from './python/asserts.ts'
import { type QProblem, surplusTests, withExample } from './read-problem.ts'

const ENTRY = /^[a-zA-Z][a-zA-Z0-9_]*$/
const ARGUMENTS_MAX = 8

/**
 * A problem of the Q-HumanEval layout: a comment with an empty function, and Python asserts that
 * become tests.
 *
 * @throws RowError if no assert is readable
 */
export function readHumanEvalProblem(fields: Fields): Taken<QProblem> {
  const name = fields.text('task_id')
  const entry = fields.text('entry_point')
  if (!ENTRY.test(entry)) fields.fail('entry_point', 'is no name of a q function', 'Correct it.')
  const { assertions, leftOut } = readAsserts(fields.text('tests', 'test'))
  const fitting = assertions.filter(({ args }) => args.length <= ARGUMENTS_MAX)
  const notes = leftOut.map(({ source, reason: why }) => `${name}: left out ${source}: it ${why}`)
  const wide = assertions.length - fitting.length
  if (wide > 0)
    notes.push(`${name}: left out asserts with over ${ARGUMENTS_MAX} arguments: ${wide}`)
  notes.push(...surplusTests(name, fitting.length))
  if (fitting.length === 0) {
    const first = leftOut[0]
    const reason = first === undefined ? 'there is none' : `${first.source}: it ${first.reason}`
    fields.fail('tests', 'has no assert that can be read as a test', `The first: ${reason}.`)
  }
  const problem = {
    difficulty: 1,
    problem: name,
    topic: 'general',
    statement: fields.text('prompt'),
    entry,
    signature: null,
    tests: withExample(
      fitting.map(({ args, expected }) => ({ arguments: args, expected, console: null })),
    ),
  }
  const solution = fields.optionalText('canonical_solution')
  const failedTest =
    solution === null ? undefined : firstMissed(solution, { entry, tests: problem.tests })
  if (failedTest === undefined) return { problem: { ...problem, solution }, leftOut: notes }
  notes.push(`${name}: left out the solution, which does not pass test ${failedTest} here`)
  return { problem: { ...problem, solution: null }, leftOut: notes }
}
