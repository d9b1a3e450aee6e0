import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DataSetError } from '../manifest.ts'
import { RowError, type RowRead } from '../rows/row.ts'

const STATEMENT = 'problem_description.txt'
const TEST = /^q_test_case_(\d+)\.q$/

/**
 * The problems of a folder as rows with the fields of a one-row-per-problem file. The folder has
 * one subfolder per problem, or is a problem itself.
 *
 * @throws DataSetError if it holds no problem, or those of several splits; the error of the file
 * system
 */
export async function* folderRows(path: string): AsyncGenerator<RowRead> {
  const folders = problemFolders(path)
  for (const [index, folder] of folders.entries()) {
    const location = { file: folder, unit: 'folder', number: index + 1 } as const
    try {
      yield { kind: 'row', row: { ...location, values: readValues(folder) } }
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      const problem = `is not JSON: ${error.message.slice(0, 200)}`
      yield {
        kind: 'bad',
        error: new RowError(location, 'entry.json', problem, 'Correct the file.'),
      }
    }
  }
}

const isProblem = (folder: string): boolean => existsSync(join(folder, STATEMENT))

function problemFolders(path: string): string[] {
  if (isProblem(path)) return [path]
  const inner = subfolders(path)
  const problems = inner.filter(isProblem)
  if (problems.length > 0) return problems
  const splits = inner.filter((folder) => subfolders(folder).some(isProblem))
  if (splits.length === 0) {
    throw new DataSetError(`${path}: no folder in it has a ${STATEMENT}. Name another folder.`)
  }
  const names = splits.map((folder) => basename(folder)).join(', ')
  throw new DataSetError(
    `${path}: holds the problems of ${names}. Name the folder of one of these: ${splits[0]}`,
  )
}

/** The subfolders of a folder; numbers in their names are sorted as numbers. */
function subfolders(path: string): string[] {
  const names = readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const key = (name: string): string =>
    name.replaceAll(/\d+/g, (digits) => digits.padStart(12, '0'))
  return names.sort((x, y) => (key(x) < key(y) ? -1 : 1)).map((name) => join(path, name))
}

function readValues(folder: string): Record<string, unknown> {
  const text = (name: string): string | undefined => {
    const path = join(folder, name)
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined
  }
  const numbers = readdirSync(folder)
    .flatMap((name) => TEST.exec(name)?.[1] ?? [])
    .sort((x, y) => Number(x) - Number(y))
  const about = JSON.parse(text('entry.json') ?? '{}') as Record<string, unknown>
  return {
    problem_id: basename(folder),
    ...about,
    problem_description: text(STATEMENT),
    q_solution: text('q_sol.q'),
    test_cases: numbers.map((number) => ({
      test_case_number: Number(number),
      q_test_code: text(`q_test_case_${number}.q`),
      q_expected_output: text(`q_exact_ans_test_case_${number}.txt`),
    })),
  }
}
