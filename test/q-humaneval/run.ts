import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readAsserts } from '../../src/datasets/q/python/asserts.ts'
import { gradeScript } from '../../src/sim/q-problems/judge/judge.ts'
import { Q_LIMITS } from '../../src/sim/q-problems/judge/limits.ts'
import { fetched } from '../q-programs/fetch.ts'

/**
 * Solves the problems of Q-HumanEval with solutions of our own, one per line of `solutions.txt`,
 * and names those that do not pass. `--from FOLDER` takes a copy of the repository; otherwise git
 * fetches it. Problems none of whose asserts can be read are named apart.
 */
const { values: options } = parseArgs({ options: { from: { type: 'string' } } })

const REPOSITORY = 'https://github.com/KxSystems/q-evaluation-harness'
const COMMIT = 'f3835307ec23ef3f7a21a4d7a72d38d1dcb0e471'

interface Row {
  readonly task_id: number
  readonly entry_point: string
  readonly tests: string
}

const folder = options.from ?? fetched('humaneval', REPOSITORY, COMMIT)
const linesOf = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
const solutions = new Map(
  linesOf(join(import.meta.dirname, 'solutions.txt')).map((line) => {
    const end = line.indexOf(' ')
    return [Number(line.slice(0, end)), line.slice(end + 1)]
  }),
)

/** What is wrong with the solution of a problem; undefined when it passes. */
function troubleOf({ task_id, entry_point: entry }: Row, tests: Tests): string | undefined {
  const solution = solutions.get(task_id)
  if (solution === undefined) return 'has no solution'
  const { load_error: loadError, tests: answers } = gradeScript({
    op: 'grade',
    code: `${entry}:${solution}`,
    entry,
    comparison: 'value',
    tests: tests.map(({ args, expected }) => ({ arguments: args, expected, console: null })),
    limits: Q_LIMITS,
  })
  if (loadError !== null) return `does not load: '${loadError}`
  const missed = answers.findIndex(({ passed }) => !passed)
  return missed < 0 ? undefined : `does not pass test ${missed + 1}`
}

type Tests = ReturnType<typeof readAsserts>['assertions']

let [passed, solvable] = [0, 0]
for (const line of linesOf(join(folder, 'datasets/q_humaneval.jsonl'))) {
  const row: Row = JSON.parse(line)
  const { assertions: found } = readAsserts(row.tests)
  if (found.length === 0) {
    console.log(`${row.task_id} ${row.entry_point}: none of its asserts can be read`)
    continue
  }
  solvable++
  const trouble = troubleOf(row, found)
  if (trouble === undefined) passed++
  else console.log(`${row.task_id} ${row.entry_point}: ${trouble}`)
}
console.log(`${passed} of ${solvable} solutions pass.`)
process.exitCode = passed === solvable ? 0 : 1
