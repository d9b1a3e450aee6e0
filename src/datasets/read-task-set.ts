import { join } from 'node:path'
import type { z } from 'zod'
import type { BaseTask } from '../env/environment.ts'
import type { JsonObject } from '../sim/json.ts'
import type { DataSet } from './data-set.ts'
import { DataSetError, type Manifest, readListed, sha256 } from './manifest.ts'
import { readTasks, serveTasks, type TaskList } from './task-list.ts'

/** What tells the data sets apart that are tasks alone, with a world of no more than a seed. */
export interface TaskSetKind<Task extends BaseTask> {
  readonly environment: string
  readonly generator: { readonly name: string; readonly version: number }
  readonly schema: z.ZodType<Task>
  streamTask(world: SeedWorld, index: number): Task
}

interface SeedWorld {
  readonly format: 1
  readonly seed: number
}

/**
 * Reads a directory of tasks, generated or not. Only generated data has an endless split. Throws
 * `DataSetError` naming what is wrong.
 */
export function readTaskSet<Task extends BaseTask>(
  directory: string,
  manifest: Manifest,
  kind: TaskSetKind<Task>,
): DataSet {
  const { generator } = manifest
  const own = kind.generator
  // Only damage can make bad what this generator wrote, and checksums find damage.
  const later = generator?.name === own.name && generator.version === own.version
  const splits = new Map<string, TaskList<Task>>()
  for (const file of manifest.files) {
    const text = readListed(directory, file)
    const place = join(directory, file.path)
    const split = /^tasks\/([a-z]+)\.jsonl$/.exec(file.path)?.[1]
    if (split === undefined || split === 'stream') {
      throw new DataSetError(`${place}: not a file of tasks; these are tasks/SPLIT.jsonl`)
    }
    splits.set(split, readTasks(text, { place, split, schema: kind.schema, later }))
  }
  const world: SeedWorld = { format: 1, seed: generator?.seed ?? 0 }
  const streamTask = (index: number): Task => kind.streamTask(world, index)
  return {
    environment: kind.environment,
    checksum: sha256(JSON.stringify(manifest)),
    world: world as unknown as JsonObject,
    ...serveTasks(splits, generator === null ? undefined : streamTask),
  }
}
