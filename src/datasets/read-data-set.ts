import { join } from 'node:path'
import type { z } from 'zod'
import type { AnyEnvironment } from '../env/plugin.ts'
import type { BaseTask } from '../env/task-data.ts'
import type { JsonObject } from '../sim/json.ts'
import type { DataSet } from './data-set.ts'
import { DataSetError, type Manifest, parseJson, readListed, sha256 } from './manifest.ts'
import { readTasks, serveTasks, type TaskList } from './task-list.ts'

/**
 * Reads a directory of an environment's data, generated or not. Only generated data has an endless
 * split. Throws `DataSetError` naming what is wrong.
 */
export function readDataSet(
  directory: string,
  manifest: Manifest,
  { id, data }: AnyEnvironment,
): DataSet {
  const { generator } = manifest
  const { generate: own, stream, streamDifficulty, taskSchema } = data
  // Only damage can make bad what this generator wrote, and checksums find damage.
  const later =
    generator !== null && generator.name === own?.name && generator.version === own.version
  const splits = new Map<string, TaskList<BaseTask & JsonObject>>()
  const others: unknown[] = []
  for (const file of manifest.files) {
    const text = readListed(directory, file)
    const place = join(directory, file.path)
    const split = /^tasks\/([a-z]+)\.jsonl$/.exec(file.path)?.[1]
    if (split !== undefined && split !== 'stream') {
      splits.set(split, readTasks(text, { place, split, schema: taskSchema, later }))
    } else {
      others.push(later ? JSON.parse(text) : readOther(text, place, data.world.fileSchema))
    }
  }
  const world = data.world.parse(generator?.seed ?? 0, others)
  // What was measured on the data is no part of it, and the world follows from the rest.
  const { calibrations = [], world_sha256: worldHash, ...described } = manifest
  const endless = generator === null ? undefined : stream
  return {
    environment: id,
    checksum: sha256(JSON.stringify(described)),
    world,
    // Another version of the generator may read another world in the same files.
    ...(later && worldHash !== undefined ? { worldHash } : {}),
    calibrations,
    ...serveTasks(
      splits,
      endless && ((index) => endless(world, index)),
      streamDifficulty && ((index) => streamDifficulty(world, index)),
    ),
  }
}

function readOther(text: string, place: string, schema: z.ZodType | undefined): unknown {
  if (schema !== undefined) return parseJson(text, place, schema)
  throw new DataSetError(`${place}: not a file of tasks; these are tasks/SPLIT.jsonl`)
}
