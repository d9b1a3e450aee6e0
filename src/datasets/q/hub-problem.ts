import { firstMissed } from '../../env/q-code/first-missed.ts'
import type { Taken } from '../import/kind.ts'
import { excerpt, type Fields } from '../rows/fields.ts'
import { callOfScript, type TestCall } from './calls.ts'
import { toLiteral } from './literal-of.ts'
import { type FoundTest, type QProblem, surplusTests, withExample } from './read-problem.ts'
import { findError, tryCall, valuesAfter } from './try-solution.ts'

const LEVELS: readonly string[] = ['easy', 'medium', 'hard']
const ARGUMENTS_MAX = 8

/**
 * A problem with one row or one folder: a statement, a solution, and test scripts with their
 * expected console text. If the solution produces that text here too, its value becomes the
 * expected result, so that answers can be compared by value.
 *
 * @throws RowError if no test is left
 */
export function readHubProblem(fields: Fields): Taken<QProblem> {
  const statement = fields.text('problem_description', 'description')
  const solution = fields.optionalText('q_solution')
  const leftOut: string[] = []
  const tests: FoundTest[] = []
  const name = fields.text('problem_id', 'problem_name', 'task_id')
  let entry = ''
  for (const testFields of fields.inners('test_cases')) {
    const test = findTest(testFields, solution)
    if (typeof test === 'string') leftOut.push(`${name}: left out ${test}`)
    else if (entry !== '' && test.entry !== entry) {
      leftOut.push(`${name}: left out a test that calls ${test.entry}, not ${entry}`)
    } else {
      entry = test.entry
      tests.push(test.test)
    }
  }
  if (tests.length === 0) {
    fields.fail('test_cases', 'has no test that can be read', `The first: ${leftOut[0] ?? 'none'}.`)
  }
  leftOut.push(...surplusTests(name, tests.length))
  const problem = {
    difficulty: parseLevel(fields.optionalText('difficulty')),
    problem: name,
    topic: fields.optionalTexts('tags').find((tag) => tag !== '') ?? 'general',
    statement,
    entry,
    signature: null,
    tests: withExample(tests),
  }
  const failedTest =
    solution === null ? undefined : firstMissed(solution, { entry, tests: problem.tests })
  if (failedTest === undefined) return { problem: { ...problem, solution }, leftOut }
  const note = `${name}: left out the solution, which does not pass test ${failedTest} here`
  return { problem: { ...problem, solution: null }, leftOut: [...leftOut, note] }
}

const parseLevel = (text: string | null): number =>
  Math.max(1, LEVELS.indexOf((text ?? '').toLowerCase()) + 1)

interface Found {
  readonly entry: string
  readonly test: FoundTest
}

/** A test, or the reason why it is unusable. */
function findTest(fields: Fields, solution: string | null): Found | string {
  const script = fields.text('q_test_code')
  // Files from Windows: q itself never ends a line with a carriage return.
  const console = (fields.optionalText('q_expected_output') ?? '""').replaceAll('\r\n', '\n')
  const location = `test ${excerpt(script)}`
  const call = callOfScript(script)
  if (call === undefined) return `${location}: it is not result:solve[…]; show result;`
  if (call.arguments.length > ARGUMENTS_MAX) return `${location}: it has too many arguments`
  const args = literalArguments(call)
  if (args === undefined) return `${location}: an argument is no value that can be written down`
  const error = args.map(findError).find((found) => found !== undefined)
  if (error !== undefined) return `${location}: an argument ends in '${error}`
  const outcome = solution === null ? undefined : tryCall(solution, call.entry, args)
  const isSame = outcome !== undefined && 'value' in outcome && outcome.text === console
  const expectedText = isSame ? (toLiteral(outcome.value) ?? null) : null
  return { entry: call.entry, test: { arguments: args, expected: expectedText, console } }
}

/** The arguments as expressions that need no statements before them. */
function literalArguments({
  setup: before,
  arguments: args,
}: TestCall): readonly string[] | undefined {
  if (before.trim() === '') return args
  const texts = valuesAfter(before, args)?.map(toLiteral)
  return texts === undefined || texts.includes(undefined) ? undefined : (texts as string[])
}
