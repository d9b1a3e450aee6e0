import type { BaseTask } from '../../env/task-data.ts'
import { mathKind, mathReader } from '../math/import-kind.ts'
import { PROBLEM_READERS } from '../math/readers/index.ts'
import { qKind } from '../q/import-kind.ts'
import { qProblems } from '../q/problems.ts'
import { type ImportReport, type ImportRequest, importProblems } from './import.ts'
import type { DatasetReader, TaskKind } from './kind.ts'

/** A public data set that can be imported. */
export interface DataSource {
  readonly dataset: string
  /** The fields that it needs, for people. */
  readonly fields: string
  /** The environment of its tasks. */
  readonly environment: string
  /** As `importProblems`. */
  bringIn(request: ImportRequest): Promise<ImportReport>
}

function source<Problem, Task extends BaseTask>(
  kind: TaskKind<Problem, Task>,
  reader: DatasetReader<Problem>,
): DataSource {
  const { dataset, fields } = reader
  const importFiles = (request: ImportRequest): Promise<ImportReport> =>
    importProblems(kind, reader, request)
  return { dataset, fields, environment: kind.environment, bringIn: importFiles }
}

/** Every public data set that can be imported. */
export const SOURCES: readonly DataSource[] = [
  ...PROBLEM_READERS.map((reader) => source(mathKind, mathReader(reader))),
  source(qKind, qProblems),
]

/** Finds a data set by name; `mmlu-pro` and `mmlu_pro` are the same. */
export function findSource(name: string): DataSource | undefined {
  const normalized = name.toLowerCase().replaceAll('-', '_')
  return SOURCES.find(({ dataset }) => dataset === normalized)
}
