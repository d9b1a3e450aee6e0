import { join } from 'node:path'
import type { z } from 'zod'
import type { AnyEnvironment } from '../env/plugin.ts'
import type { BaseTask } from '../env/task-data.ts'
import type { JsonObject } from '../sim/json.ts'
import type { DataSet } from './data-set.ts'
import {
  DataSetError,
  type Manifest,
  parseCheckedJson,
  readListed,
  sha256,
  splitOfPath,
} from './manifest.ts'
import { readTasks, serveTasks, type TaskList } from './task-list.ts'

/**
 * Reads a directory of an environment's data, generated or imported. Only generated data has an
 * endless split. Throws `DataSetError` naming the problem.
 */
export function readDataSet(
  directory: string,
  manifest: Manifest,
  { id, data }: AnyEnvironment,
): DataSet {
  const { generator } = manifest
  const { generate: ownGenerator, stream, streamDifficulty, taskSchema } = data
  // Checksums find damage, so lines that this generator wrote are checked only when they are read.
  const later =
    generator !== null &&
    generator.name === ownGenerator?.name &&
    generator.version === ownGenerator.version
  const splits = new Map<string, TaskList<BaseTask & JsonObject>>()
  const worldFiles: unknown[] = []
  for (const file of manifest.files) {
    const text = readListed(directory, file)
    const location = join(directory, file.path)
    const split = splitOfPath(file.path)
    if (split !== undefined && split !== 'stream') {
      splits.set(split, readTasks(text, { location, split, schema: taskSchema, later }))
    } else {
      worldFiles.push(later ? JSON.parse(text) : readOther(text, location, data.world.fileSchema))
    }
  }
  const world = data.world.parse(generator?.seed ?? 0, worldFiles)
  // Measurements are not part of the data, and the world follows from the rest.
  const { calibrations = [], world_sha256: worldHash, ...described } = manifest
  const endless = generator === null ? undefined : stream
  return {
    environment: id,
    checksum: sha256(JSON.stringify(described)),
    world,
    // Another version of the generator may read a different world from the same files.
    ...(later && worldHash !== undefined ? { worldHash } : {}),
    calibrations,
    ...serveTasks(
      splits,
      endless && ((index) => endless(world, index)),
      streamDifficulty && ((index) => streamDifficulty(world, index)),
    ),
  }
}

function readOther(text: string, location: string, schema: z.ZodType | undefined): unknown {
  if (schema !== undefined) return parseCheckedJson(text, location, schema)
  throw new DataSetError(`${location}: not a file of tasks; these are tasks/SPLIT.jsonl`)
}
