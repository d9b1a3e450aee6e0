import { z } from 'zod'
import { FILE_CHARACTERS_MAX, FILE_PATH, FILES_MAX } from '../../sim/q-problems/judge/files.ts'
import { Q_LIMITS } from '../../sim/q-problems/judge/limits.ts'
import type { QTask } from '../../sim/q-problems/task.ts'
import { BASE_SHAPE } from '../task-data.ts'

const text = z.string().min(1)

const testSchema = z
  .object({
    arguments: z.array(text).max(8),
    expected: text.nullable(),
    console: z.string().nullable(),
    is_public: z.boolean(),
  })
  .refine(({ expected, console }) => expected !== null || console !== null, {
    message: 'give expected or console',
  })

const filesSchema = z
  .record(z.string().regex(FILE_PATH), z.string().max(FILE_CHARACTERS_MAX))
  .refine((files) => Object.keys(files).length <= FILES_MAX, `more than ${FILES_MAX} files`)

/** A q task as stored and shipped, including hidden tests. */
export const qTaskSchema = z.object({
  ...BASE_SHAPE,
  problem: text,
  topic: text,
  statement: text,
  entry: z.string().regex(/^[a-zA-Z][a-zA-Z0-9_]*$/),
  signature: z
    .object({
      arguments: z.array(z.object({ name: text, type: text })),
      result: text,
    })
    .nullable(),
  files: filesSchema.optional(),
  fuel: z.int().min(1).max(Q_LIMITS.fuel).optional(),
  sandbox_calls: z.int().min(0).max(32).optional(),
  tests: z.array(testSchema).min(1).max(200),
  solution: z.string().nullable(),
}) as unknown as z.ZodType<QTask>
