import { statSync } from 'node:fs'
import type { DatasetReader } from '../import/kind.ts'
import { readRows } from '../rows/read.ts'
import { folderRows } from './folder-rows.ts'
import { readHubProblem } from './hub-problem.ts'
import { readHumanEvalProblem } from './human-eval-problem.ts'
import type { QProblem } from './read-problem.ts'

/**
 * Problems of q in any public layout: one folder each, one row each with test cases, or rows with
 * Python asserts. The fields of a row determine the layout.
 */
export const qProblems: DatasetReader<QProblem> = {
  dataset: 'q',
  fields:
    'problem_description, q_solution, test_cases; or task_id, prompt, tests, entry_point; ' +
    'or folders with these as files',
  read: (fields) =>
    fields.has('tests', 'test') && fields.has('entry_point')
      ? readHumanEvalProblem(fields)
      : readHubProblem(fields),
  rows: (path) => (statSync(path).isDirectory() ? folderRows(path) : readRows(path)),
}
