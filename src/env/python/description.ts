import { z } from 'zod'
import type { JsonObject } from '../../sim/json.ts'

const properties = z.record(z.string(), z.unknown())
const objectSchema = z.strictObject({
  type: z.literal('object'),
  properties,
  required: z.array(z.string()),
  additionalProperties: z.literal(false),
})
const name = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'use lower-case letters, digits and _')

/** The description that a Python world sends once, when its process starts. */
export const descriptionSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]*-v[1-9][0-9]*$/, 'must be like locked-box-v1'),
  title: z.string().min(1).max(200),
  description: z.string().min(1).max(2_000),
  tools: z
    .array(
      z.strictObject({ name, description: z.string().min(1).max(4_000), parameters: objectSchema }),
    )
    .max(64),
  splits: z.record(z.string().regex(/^[a-z]{1,32}$/), z.int().min(0).max(1_000_000)),
  task_schema: objectSchema,
  settings_schema: objectSchema,
  limits: z.strictObject({
    turns_max: z.int().min(1),
    tool_calls_per_turn_max: z.int().min(1).max(1_000),
    action_characters_max: z.int().min(1).max(1_000_000),
  }),
  nudge: z.string().min(1).max(2_000),
  final_answers: z.boolean(),
  metrics: z.array(name).min(1).max(64),
  reward: z.strictObject({
    parts: z.array(name).min(1).max(64),
    minimum: z.int().max(0),
    maximum: z.int().min(0),
  }),
  uses_seed: z.boolean(),
  blind_play: z
    .strictObject({
      plan: z.string(),
      is_the_task: z.boolean().default(false),
      pay: z.number().optional(),
    })
    .nullable(),
  /** Functions of its audit and teaching. Absent in records of older programs. */
  audit: z.array(name).max(64).optional(),
  teaching: z.array(name).max(64).optional(),
  /** SHA-256 over the loaded sources in the world's folder. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
})
export type PythonDescription = z.infer<typeof descriptionSchema>

/**
 * A Python world in stores and logs: its description, with the digest of its code. So logs can be
 * read without Python.
 */
export const pythonWorldSchema = z.strictObject({
  kind: z.literal('python'),
  format: z.literal(1),
  description: descriptionSchema,
})
export type PythonWorld = z.infer<typeof pythonWorldSchema>

export const pythonWorld = (description: PythonDescription): PythonWorld => ({
  kind: 'python',
  format: 1,
  description,
})

/** The description that a recorded world holds, or undefined if it is another environment's. */
export function descriptionIn(world: JsonObject): PythonDescription | undefined {
  if (world.kind !== 'python') return undefined
  const parsed = pythonWorldSchema.safeParse(world)
  return parsed.success ? parsed.data.description : undefined
}
