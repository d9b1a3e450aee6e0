import type { BaseTask } from '../../env/task-data.ts'
import { childSeed } from '../../sim/random.ts'
import { DataSetError, type ManifestFile } from '../manifest.ts'
import {
  checkSplitName,
  type ImportedSet,
  importedTasks,
  listSplits,
  openImported,
  splitPath,
  writeSplit,
} from './imported-set.ts'
import type { DatasetReader, TaskKind, TaskRef } from './kind.ts'
import { type ReadFiles, readProblems, type SourceFile } from './read-problems.ts'

/** The seed of the world that imported tasks share. They do not depend on it. */
const WORLD_SEED = 0

/** What to do with an existing split. */
type SplitMode = 'refuse' | 'append' | 'replace'

/** What to import, and the destination. */
export interface ImportRequest {
  readonly files: readonly string[]
  readonly directory: string
  readonly split: string
  /** Determines the order of options if a file has none. */
  readonly seed: number
  readonly licence: string
  readonly origin: string
  readonly mode: SplitMode
  /** Whether bad rows are skipped rather than refused. */
  readonly skipBad: boolean
}

/** The result of an import. */
export interface ImportReport {
  readonly split: string
  /** Number of added tasks, and of all tasks of the split. */
  readonly added: number
  readonly total: number
  /** Number of skipped bad rows, and the reasons for the first ten. */
  readonly skipped: number
  readonly complaints: readonly string[]
  /** Number of parts that were left out of good rows, and the first ten of them. */
  readonly leftOut: number
  readonly leftOutTold: readonly string[]
  /** Questions that occur repeatedly in the split, and those that other splits also contain. */
  readonly repeated: number
  readonly elsewhere: Readonly<Record<string, number>>
}

/**
 * Imports public files as one split of the environment's tasks. The same files, seed and split give
 * the same bytes.
 *
 * @throws DataSetError for bad rows that may not be skipped, an existing split, or a directory that
 * holds something else; the error of the file system
 */
export async function importProblems<Problem, Task extends BaseTask>(
  kind: TaskKind<Problem, Task>,
  reader: DatasetReader<Problem>,
  request: ImportRequest,
): Promise<ImportReport> {
  const { files, directory, split, mode } = request
  checkSplitName(split)
  const set = openImported(directory, kind)
  const exists = listSplits(set).includes(split)
  if (exists && mode === 'refuse') {
    throw new DataSetError(
      `${directory}: has a split ${split} already. ` +
        'Give another --split, or --append to add to it, or --replace to write it anew.',
    )
  }
  const readFiles = await readProblems(reader, files, request.seed)
  refuseBad(reader, request, readFiles)
  const existingTasks = exists && mode === 'append' ? importedTasks(set, split) : []
  const newTasks = readFiles.problems.map((problem, index) =>
    kind.taskOf(problem, taskRef(split, existingTasks.length + index), reader.dataset),
  )
  const tasks = [...existingTasks, ...newTasks]
  const previousFile = existingTasks.length === 0 ? undefined : findFile(set, split)
  writeSplit(set, split, tasks, describeImport(reader, request, readFiles.sources, previousFile))
  return {
    split,
    added: newTasks.length,
    total: tasks.length,
    skipped: readFiles.bad,
    complaints: readFiles.complaints,
    leftOut: readFiles.leftOut,
    leftOutTold: readFiles.leftOutTold,
    repeated: tasks.length - new Set(tasks.map(kind.questionOf)).size,
    elsewhere: sharedWithOthers(set, split, tasks, kind.questionOf),
  }
}

function refuseBad(
  reader: DatasetReader<unknown>,
  { skipBad }: ImportRequest,
  readFiles: ReadFiles<unknown>,
): void {
  const { bad, problems, complaints } = readFiles
  if (bad === 0) return
  const rows = `${bad} of ${bad + problems.length} rows cannot be read as ${reader.dataset}`
  const list = complaints.map((complaint) => `\n  ${complaint}`).join('')
  const moreText = bad > complaints.length ? `\n  … and ${bad - complaints.length} more` : ''
  if (problems.length === 0) {
    const wants = `That data set has: ${reader.fields}.`
    throw new DataSetError(`${rows}: name another --dataset. ${wants}${list}${moreText}`)
  }
  if (skipBad) return
  throw new DataSetError(
    `${rows}: correct them, or leave them out with --skip-bad.${list}${moreText}`,
  )
}

function taskRef(split: string, index: number): TaskRef {
  const id = `${split}-${String(index).padStart(6, '0')}`
  return { id, split, index, seed: childSeed(WORLD_SEED, id) }
}

const findFile = (
  { files }: Pick<ImportedSet<never>, 'files'>,
  split: string,
): ManifestFile | undefined => files.find(({ path }) => path === splitPath(split))

/** Licence and origin of a split, after those of earlier imports. */
function describeImport(
  reader: DatasetReader<unknown>,
  { licence, origin, seed }: ImportRequest,
  sources: readonly SourceFile[],
  previousFile: ManifestFile | undefined,
): { licence: string; origin: string } {
  const sourceText = sources.map(({ name, sha256 }) => `${name} (sha256 ${sha256})`).join(', ')
  const shuffled = seed === 0 ? '' : `, options shuffled with seed ${seed}`
  const described = `${reader.dataset} from ${origin}: ${sourceText}${shuffled}`
  if (previousFile === undefined) return { licence, origin: described }
  const licences = [...new Set([...previousFile.licence.split('; '), licence])].join('; ')
  return { licence: licences, origin: `${previousFile.origin}; ${described}` }
}

function sharedWithOthers<Task extends BaseTask>(
  set: ImportedSet<Task>,
  split: string,
  tasks: readonly Task[],
  questionOf: (task: Task) => string,
): Record<string, number> {
  const questions = new Set(tasks.map(questionOf))
  const sharedCounts = listSplits(set)
    .filter((name) => name !== split)
    .map((name) => {
      const otherQuestions = new Set(importedTasks(set, name).map(questionOf))
      return [
        name,
        [...questions].filter((question) => otherQuestions.has(question)).length,
      ] as const
    })
  return Object.fromEntries(sharedCounts.filter(([, count]) => count > 0))
}
