import { z } from 'zod'
import type { JsonObject } from '../../sim/json.ts'
import { WorldFailure } from '../failure.ts'
import type { BaseTask, BuiltInData } from '../task-data.ts'
import type { PythonDescription } from './description.ts'
import { readSchema } from './schema.ts'

/** A task of a Python world: its contents and its public part, which are made when it loads. */
export type PythonTask = BaseTask & JsonObject & { readonly public: JsonObject }

/** The tasks of a world: how many each split has, and each by its number. */
export type PythonTasks = BuiltInData<PythonTask>

const MEMBERS = {
  id: z.string(),
  split: z.string(),
  index: z.int(),
  seed: z.int(),
  difficulty: z.int().min(1),
  public: z.record(z.string(), z.json()),
}

/** The schema of tasks: the members of every task, and those that the world declares. */
export function pythonTaskSchema({
  task_schema: ownSchema,
}: PythonDescription): z.ZodType<PythonTask> {
  if (Object.keys(ownSchema.properties).length === 0) {
    return z.looseObject(MEMBERS) as unknown as z.ZodType<PythonTask>
  }
  const matter = readSchema(ownSchema, 'task_schema')
  if (!(matter instanceof z.ZodObject)) throw new WorldFailure('python/schema in task_schema')
  return z.strictObject({ ...matter.shape, ...MEMBERS }) as unknown as z.ZodType<PythonTask>
}

/** A task as the world knows it. */
export function withoutListing({ public: _, ...task }: PythonTask): JsonObject {
  return task
}
